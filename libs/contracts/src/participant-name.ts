import type { Participant } from './record';

/** A participant as audiences name it, with its kind: `user:ann`, `agent:assistant`. */
export const participantName = ({ kind, id }: Participant): string => `${kind}:${id}`;

/** An agent as audiences name it. */
export const agentName = (id: string): string => `agent:${id}`;

/** The parts of a participant's name. A bare id, such as `ann`, says no kind. */
export function parseParticipantName(name: string): Pick<Participant, 'id'> & Partial<Pick<Participant, 'kind'>> {
  const at = name.indexOf(':');
  // The callers have checked the name against the schema of audiences, which lists the kinds.
  return at < 0 ? { id: name } : { kind: name.slice(0, at) as Participant['kind'], id: name.slice(at + 1) };
}

/** An agent, and the name in its definition. */
export interface AgentName {
  readonly id: string;
  readonly name: string;
}
