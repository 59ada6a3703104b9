import {
  acceptClient,
  clientTools,
  expandDefinition,
  systemPrompt,
  usesMacros,
  type DefinitionCast,
} from '@crumbtrail/prompting';
import {
  UserMessage,
  type AgentDefV1,
  type AgentName,
  type CrumbAuthor,
  type ContextConfigV1,
  type Contract,
  type Envelope,
  type Ref,
  type SessionV1,
  type ToolDefV1,
  type UserMessageV1,
} from '@crumbtrail/contracts';
import { defuse, render } from '@crumbtrail/hints';
import { MissingCrumb } from '../errors';
import type { WorkspaceSnapshot } from '../ports';
import type { AccessScope } from './assert-readable';
import type { PlanOverrides } from '../plan/plan';
import type { SceneLore } from '../scene/applied-lore';
import type { PlacedEntry } from '../scene/place-lore';
import type { AppliedPlan, AppliedScene, SceneActivity } from '../scene/scenes';

/** The message to answer: a crumb, or the content of a preview. */
export interface BuildTrigger {
  /** Absent where a preview brings its own content. */
  readonly ref?: Ref;
  /** Its position in the log; absent like `ref`, and for a message that was erased. */
  readonly position?: number;
  readonly author: CrumbAuthor;
  readonly text: string;
  readonly tags: readonly string[];
  /** The files that it carries. Default: none. */
  readonly files?: UserMessageV1['files'];
}

/** What authors put before the agent, and what that depends on. */
export interface BuildScene {
  /** From the widest to the most specific. */
  readonly scenes: readonly AppliedScene[];
  readonly activity: SceneActivity;
  /** The agent's own plan, if it has one. */
  readonly plan?: AppliedPlan;
  /** The lore that applies, if any. */
  readonly lore?: SceneLore;
  /** The active entries, where a recorded build is made again. */
  readonly recordedLore?: readonly PlacedEntry[];
}

/** Everything that a build needs to know before it searches. */
export interface BuildInput {
  readonly access: AccessScope;
  readonly as_of: number;
  readonly now: string;
  readonly trigger: BuildTrigger;
  /** What the conversation of the trigger has left: it stays out. Default: nothing. */
  readonly excluded?: readonly Ref[];
  readonly definition: Ref & {
    /** The name under which the agent is known. */
    readonly name?: string;
    readonly model?: AgentDefV1['model'];
    /** Absent: it has no memory. */
    readonly memory?: AgentDefV1['memory'];
    /** Prompt and persona together. */
    readonly system_prompt: string;
    readonly prompt?: string;
    readonly persona?: string;
    /** The definition itself, where it has tools or an output schema: both are described in its prompt. */
    readonly toolGrants?: AgentDefV1;
    /** Whether prompt or persona had macros, which are expanded. Default: false. */
    readonly macros?: boolean;
    /** The tools that the client of the message brings. */
    readonly clientTools?: readonly ToolDefV1[];
  };
  readonly config?: Ref;
  readonly session?: Ref & { readonly members: NonNullable<SessionV1['members']> };
  /** Other agents under the names in their definitions. Default: none. */
  readonly agents?: readonly AgentName[];
  /** What authors put before the agent, if anything. */
  readonly scene?: BuildScene;
  /** The model of agents whose definition names none. Absent: not known. */
  readonly defaultModel?: string;
  /** Highest precedence first: the preview's, the consumer's config, the definition's. */
  readonly overrides: readonly (PlanOverrides | undefined)[];
  /** Store queries made so far. */
  readonly queries: number;
}

type ReadCrumb = WorkspaceSnapshot['crumbs'][number] | undefined;

/** The crumb, or null where it is missing or erased. */
export function presentCrumb(crumb: ReadCrumb): Envelope | null {
  return crumb && !('erased' in crumb) ? crumb : null;
}

/** The crumb if it is of this contract, else null. */
export function asContract<C>(contract: Contract<C>, crumb: ReadCrumb): Envelope<C> | null {
  const present = presentCrumb(crumb);
  // The store validated the payload against the contract of this name.
  return present?.schema_name === contract.name ? (present as Envelope<C>) : null;
}

/** The crumb; throws `MissingCrumb` where it is missing or erased. */
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

/** The message that a context answers, so that replies to it stand after it. */
export interface AskedMessage {
  /** Its position in the log. */
  readonly position: number;
  /** The agent that answers. */
  readonly agent: string;
}

/** The message to answer as the layout needs it; undefined where it is not in the log. */
export const askedMessage = ({ trigger, access }: BuildInput): AskedMessage | undefined =>
  trigger.position === undefined ? undefined : { position: trigger.position, agent: access.agent };

/** Shown in place of a message that its hints cannot render: the turn continues, and raw JSON is never shown. */
const UNRENDERABLE_MESSAGE = '(a message that cannot be shown: its llm_hints failed)';

/** Renders a crumb as the message to answer. */
export function toTrigger(crumb: Envelope): BuildTrigger {
  const { text } = render(crumb as Envelope & { llm_hints?: never });
  const files = asContract(UserMessage, crumb)?.context.files;
  return {
    ref: toRef(crumb),
    position: crumb.position,
    author: crumb.author,
    text: defuse(text ?? '') || UNRENDERABLE_MESSAGE,
    tags: crumb.tags ?? [],
    ...(files?.length ? { files } : {}),
  };
}

/** The crumbs that the settings of a build are read from. */
export interface SettingsCrumbs {
  readonly definition: Envelope<AgentDefV1>;
  readonly config: Envelope<ContextConfigV1> | null;
  readonly session: Envelope<SessionV1> | null;
  /** The message to answer, which may bring instructions, tools and an output schema of its client. */
  readonly trigger: Envelope | null;
  /** Who is answered in which session; null: macros of the definition stay as they are written. */
  readonly answering: Omit<DefinitionCast, 'members'> | null;
}

/** The definition with its macros expanded, if they are in this build, and whether it has any. */
function expandedDefinition({ definition, session, answering }: SettingsCrumbs) {
  const { context: written } = definition;
  if (!answering || !usesMacros(written)) return { context: written, marks: {} };
  const cast = { ...answering, members: session?.context.members ?? [] };
  return { context: expandDefinition(written, cast), marks: { macros: true } };
}

function toDefinition(settings: SettingsCrumbs): BuildInput['definition'] {
  const { id, version } = settings.definition;
  const { trigger } = settings;
  const expanded = expandedDefinition(settings);
  const context = acceptClient(expanded.context, trigger);
  const brought = clientTools(context, trigger);
  const { name, model, prompt, persona, tools, output_schema, memory } = context;
  return {
    id,
    version,
    prompt,
    system_prompt: systemPrompt(context),
    ...(name ? { name } : {}),
    ...(model ? { model } : {}),
    ...(memory ? { memory } : {}),
    ...(persona ? { persona } : {}),
    ...expanded.marks,
    ...(tools?.length || output_schema || brought.length > 0 ? { toolGrants: context } : {}),
    ...(brought.length > 0 ? { clientTools: brought } : {}),
  };
}

/** Definition, config and session of a build, and the overrides that config and definition give. */
export function resolveInput(
  settings: SettingsCrumbs,
): Pick<BuildInput, 'definition' | 'config' | 'session'> & { configured: PlanOverrides[] } {
  const { definition, config, session } = settings;
  const { context } = definition.context;
  return {
    definition: toDefinition(settings),
    ...(config ? { config: toRef(config) } : {}),
    ...(session ? { session: { ...toRef(session), members: session.context.members ?? [] } } : {}),
    configured: [...(config ? [config.context] : []), ...(context ? [context] : [])],
  };
}
