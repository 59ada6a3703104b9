import { systemPrompt } from '@crumbtrail/prompting';
import type {
  AgentDefV1,
  ContextConfigV1,
  Contract,
  Envelope,
  Participant,
  Ref,
  SessionV1,
} from '@crumbtrail/contracts';
import { defuse, render } from '@crumbtrail/hints';
import { MissingCrumb } from '../errors';
import type { WorkspaceSnapshot } from '../ports';
import type { AccessScope } from './assert-readable';
import type { PlanOverrides } from '../plan/plan';

/** Words that are answered: a crumb's, or those of a preview. */
export interface BuildTrigger {
  /** Absent where a preview asks with words that are in no crumb. */
  readonly ref?: Ref;
  readonly author: Participant;
  readonly text: string;
  readonly tags: readonly string[];
}

/** Everything about a build that is known before anything is looked for. */
export interface BuildInput {
  readonly access: AccessScope;
  readonly as_of: number;
  readonly now: string;
  readonly trigger: BuildTrigger;
  readonly definition: Ref & {
    readonly model?: AgentDefV1['model'];
    /** Prompt and persona as one. */
    readonly system_prompt: string;
    readonly prompt?: string;
    readonly persona?: string;
    /** Itself, where tools or a schema for its answer stand in its prompts. */
    readonly toolGrants?: AgentDefV1;
  };
  readonly config?: Ref;
  readonly session?: Ref & { readonly members: NonNullable<SessionV1['members']> };
  /** Most pressing first: what a preview asks for, the consumer's config, the definition. */
  readonly overrides: readonly (PlanOverrides | undefined)[];
  /** Queries made so far. */
  readonly queries: number;
}

type ReadCrumb = WorkspaceSnapshot['crumbs'][number] | undefined;

/** The crumb, unless it is gone. */
export function presentCrumb(crumb: ReadCrumb): Envelope | null {
  return crumb && !('erased' in crumb) ? crumb : null;
}

/** The crumb, if it is one of the contract. */
export function asContract<C>(contract: Contract<C>, crumb: ReadCrumb): Envelope<C> | null {
  const there = presentCrumb(crumb);
  return there?.schema_name === contract.name ? (there as unknown as Envelope<C>) : null;
}

/** The crumb, or a `MissingCrumb`. */
export function requireCrumb<C>(
  crumb: Envelope<C> | null,
  was: ReadCrumb,
  role: 'trigger' | 'definition',
  ref: Ref,
): Envelope<C> {
  if (crumb === null) throw new MissingCrumb(role, ref, was !== null && was !== undefined && 'erased' in was);
  return crumb;
}

const toRef = ({ id, version }: Ref): Ref => ({ id, version });

/** What to show for a message whose own hints cannot render it: the turn goes on, and raw JSON never enters. */
const UNRENDERABLE_MESSAGE = '(a message that cannot be shown: its llm_hints failed)';

/** A crumb as the message to answer. */
export function toTrigger(crumb: Envelope): BuildTrigger {
  const { text } = render(crumb as Envelope & { llm_hints?: never });
  return {
    ref: toRef(crumb),
    author: crumb.author,
    text: defuse(text ?? '') || UNRENDERABLE_MESSAGE,
    tags: crumb.tags ?? [],
  };
}

/** What a build's settings are read from. */
export interface SettingsCrumbs {
  readonly definition: Envelope<AgentDefV1>;
  readonly config: Envelope<ContextConfigV1> | null;
  readonly session: Envelope<SessionV1> | null;
}

function toDefinition({ id, version, context }: SettingsCrumbs['definition']): BuildInput['definition'] {
  const { model, prompt, persona, tools, output_schema } = context;
  return {
    ...{ id, version, prompt, system_prompt: systemPrompt(context) },
    ...(model ? { model } : {}),
    ...(persona ? { persona } : {}),
    ...(tools?.length || output_schema ? { toolGrants: context } : {}),
  };
}

/** The settings of an occasion; `own` are the wishes of config and definition. */
export function resolveInput({
  definition,
  config,
  session,
}: SettingsCrumbs): Pick<BuildInput, 'definition' | 'config' | 'session'> & { own: PlanOverrides[] } {
  const { context } = definition.context;
  return {
    definition: toDefinition(definition),
    ...(config ? { config: toRef(config) } : {}),
    ...(session ? { session: { ...toRef(session), members: session.context.members ?? [] } } : {}),
    own: [...(config ? [config.context] : []), ...(context ? [context] : [])],
  };
}
