import {
  exceedsHopLimit,
  mayRead,
  type Envelope,
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
  /** What was said since the latest message of a person, where the strategy or `auto` needs it. */
  readonly talk?: SessionTalkReply;
  /** The latest message of the session, where the crumb asks for another round. */
  readonly last?: Envelope;
}

/** The turn of an agent on a crumb, refused where the trail is too deep for its definition. */
export function requestTurn(
  { id, version, context }: AgentDefinition,
  { hop }: Envelope,
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
