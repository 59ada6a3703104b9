import {
  activeOverrides,
  describeOverride,
  exceedsHopLimit,
  mayRead,
  overridesOf,
  takesPart,
  type AgentDefV1,
  type Envelope,
  type SessionOverrideItem,
  type SessionOverrideV1,
  type SessionTalkReply,
  type SessionV1,
  type TurnChoice,
  type TurnRequest,
} from '@crumbtrail/contracts';
import type { AgentDefinition } from './agent-definition';

/** The input of a decision: a crumb, and the definitions and the session as of its position. */
export interface DecisionInput {
  readonly crumb: Envelope;
  readonly definitions: readonly AgentDefinition[];
  /** The crumb's session; absent if it has none, or its session has no session.v1. Without members, every agent takes part. */
  readonly session?: SessionV1 | undefined;
  /** How operators have adjusted the session; absent where they have not. */
  readonly override?: SessionOverrideV1 | undefined;
  /** What was said since the latest message of a person, where the strategy or `auto` needs it. */
  readonly talk?: SessionTalkReply;
  /** The latest message of the session, where the crumb asks for another round. */
  readonly last?: Envelope;
}

/** The turn of an agent on a crumb, refused where the trail is too deep for its definition. */
export function requestTurn(
  { id, version, context }: AgentDefinition,
  { hop }: Pick<Envelope, 'hop'>,
  chosen?: TurnChoice,
): TurnRequest {
  const refused = exceedsHopLimit(context, hop);
  return {
    agent: context.agent,
    definition: { id, version },
    generation: 0,
    ...(chosen ? { chosen } : {}),
    ...(refused ? { refused } : {}),
  };
}

/** Whether the agent was defined before the crumb, and is in its audience. */
export function canReceive({ context: { agent }, position }: AgentDefinition, crumb: Envelope): boolean {
  return position < crumb.position && mayRead(crumb, { participant: { kind: 'agent', id: agent } });
}

/** Whether the agent wrote the crumb. */
export const isAuthor = ({ context: { agent } }: AgentDefinition, { author }: Envelope): boolean =>
  author.kind === 'agent' && author.id === agent;

/** The adjustments that apply to the crumb: those whose end had not come when it was written, however late it is delivered. */
const overridesAt = ({ override, crumb }: DecisionInput): SessionOverrideItem[] =>
  activeOverrides(override, crumb.updated_at);

/** Why no agent takes a turn: an operator has paused the session. Undefined where none has. */
export function whyPaused(input: DecisionInput): string | undefined {
  const pause = overridesOf(overridesAt(input), 'pause').at(-1);
  return pause && `The session is paused ${describeOverride(pause)}.`;
}

/** Why an operator has muted the agent; undefined where none has. */
export function whyMuted(input: DecisionInput, agent: string): string | undefined {
  const mute = overridesOf(overridesAt(input), 'mute').findLast(({ agents }) => agents.includes(agent));
  return mute && `${agent} is muted ${describeOverride(mute)}`;
}

/** Whether the agent answers only where it is a member, and the crumb is in a session that lists no members. */
export const needsMembership = (
  { crumb, session }: DecisionInput,
  { sessions }: Pick<AgentDefV1, 'sessions'>,
): boolean => sessions === 'member' && crumb.session !== undefined && (session?.members ?? []).length === 0;

/** Whether the agent may speak without a trigger: it is a present member, muted neither by the session nor by an operator. */
export const mayTakePart = (input: DecisionInput, definition: Pick<AgentDefV1, 'agent' | 'sessions'>): boolean =>
  takesPart(input.session?.members, definition.agent) &&
  !needsMembership(input, definition) &&
  whyMuted(input, definition.agent) === undefined;
