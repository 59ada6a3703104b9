import type { AccountItem, AgentContextV1, BuildSummary, Ref } from '@crumbtrail/contracts';
import type { BuiltContext } from './account';
import type { RecordedContext } from './recorded-context';

/** One of two builds that are compared: what it left, and what it was made with. */
export interface DiffSide extends BuildSummary {
  readonly items: readonly AccountItem[];
  /** Candidates that its account has no row of. */
  readonly beyond: number;
  readonly by_section: Readonly<Record<string, number>>;
  readonly conditions: BuildConditions;
}

/** What one build may differ in from another, as words that can be compared. */
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

const ref = (one: Ref | undefined): string => (one ? `${one.id} version ${one.version}` : NONE);

function budgetWords({ max_tokens, cap }: AgentContextV1['budget']): string {
  return cap === max_tokens ? `${max_tokens} tokens` : `${max_tokens} tokens, of which ${cap} are left by the window`;
}

function tokenizerWords(tokenizer: string, counting: AgentContextV1['counting']): string {
  return counting && counting.mode !== 'exact' ? `${tokenizer} times ${counting.factor}` : tokenizer;
}

function configWords({ hash, id, version }: AgentContextV1['config']): string {
  const short = hash.replace(/^sha256:/, '').slice(0, 12);
  return id === undefined ? `${short} (no context.config)` : `${short} (context.config ${id} version ${version})`;
}

/** A recorded context as a side. */
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
      trigger: ref(context.trigger),
      position: String(context.as_of),
      configuration: configWords(context.config),
      definition: ref(context.definition),
      budget: budgetWords(context.budget),
      embedder: context.embedder ?? NONE,
      tokenizer: tokenizerWords(context.tokenizer, context.counting),
      renderer: context.renderer,
      format: context.format,
    },
  };
}

/** A build that left nothing as a side. */
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
      trigger: ref(input.trigger.ref),
      position: String(input.as_of),
      configuration: configWords({ hash, ...input.config }),
      definition: ref(input.definition),
      budget: budgetWords(budget),
      embedder: built.embedder ?? NONE,
      tokenizer: tokenizerWords(built.tokenizer, built.counting),
      renderer: built.renderer,
      format: plan.format,
    },
  };
}
