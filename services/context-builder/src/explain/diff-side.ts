import type { AccountItem, AgentContextV1, Ref } from '@crumbtrail/contracts';
import type { BuildSummary } from '@crumbtrail/contracts/operations/recorded-contexts';
import type { BuiltContext } from './account';
import type { RecordedContext } from './recorded-context';

/** One of two compared builds: its items, and the conditions it was built under. */
export interface DiffSide extends BuildSummary {
  readonly items: readonly AccountItem[];
  /** Number of candidates without a row in its account. */
  readonly beyond: number;
  readonly by_section: Readonly<Record<string, number>>;
  readonly conditions: BuildConditions;
}

/** The conditions in which two builds may differ, as comparable texts. */
export interface BuildConditions {
  readonly agent: string;
  readonly session: string;
  readonly trigger: string;
  readonly position: string;
  readonly configuration: string;
  readonly definition: string;
  readonly budget: string;
  readonly embedder: string;
  readonly tokenizer: string;
  readonly renderer: string;
  readonly format: string;
}

const NONE = 'none';

const describeRef = (one: Ref | undefined): string => (one ? `${one.id} version ${one.version}` : NONE);

function describeBudget({ max_tokens, cap }: AgentContextV1['budget']): string {
  return cap === max_tokens ? `${max_tokens} tokens` : `${max_tokens} tokens, limited to ${cap} by the window`;
}

function describeTokenizer(tokenizer: string, counting: AgentContextV1['counting']): string {
  return counting && counting.mode !== 'exact' ? `${tokenizer} times ${counting.factor}` : tokenizer;
}

function describeConfig({ hash, id, version }: AgentContextV1['config']): string {
  const short = hash.replace(/^sha256:/, '').slice(0, 12);
  return id === undefined
    ? `${short} (no context.config; settings of the definition and the request)`
    : `${short} (context.config ${id} version ${version})`;
}

/** A recorded context as one side of a diff. */
export function recordedSide({ id, context, items }: RecordedContext): DiffSide {
  return {
    id,
    agent: context.agent,
    position: context.as_of,
    config_hash: context.config.hash,
    tokens: context.tokens.total,
    items,
    beyond: context.account.beyond,
    by_section: context.tokens.by_section,
    conditions: {
      agent: context.agent,
      session: context.session?.name ?? NONE,
      trigger: describeRef(context.trigger),
      position: String(context.as_of),
      configuration: describeConfig(context.config),
      definition: describeRef(context.definition),
      budget: describeBudget(context.budget),
      embedder: context.embedder ?? NONE,
      tokenizer: describeTokenizer(context.tokenizer, context.counting),
      renderer: context.renderer,
      format: context.format,
    },
  };
}

/** A build that was not published as one side of a diff. */
export function builtSide(built: BuiltContext): DiffSide {
  const { input, plan, hash, budget, tokens } = built;
  return {
    agent: input.access.agent,
    position: input.as_of,
    config_hash: hash,
    tokens: tokens.total,
    items: built.items,
    beyond: built.beyond,
    by_section: tokens.by_section,
    conditions: {
      agent: input.access.agent,
      session: input.access.session ?? NONE,
      trigger: describeRef(input.trigger.ref),
      position: String(input.as_of),
      configuration: describeConfig({ hash, ...input.config }),
      definition: describeRef(input.definition),
      budget: describeBudget(budget),
      embedder: built.embedder ?? NONE,
      tokenizer: describeTokenizer(built.tokenizer, built.counting),
      renderer: built.renderer,
      format: plan.format,
    },
  };
}
