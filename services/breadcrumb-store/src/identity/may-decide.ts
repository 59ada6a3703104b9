import { participantName } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from './caller';

/** Who may decide about a tool request. `author` is that of the message that its turn answers, by kind and id. */
export interface Deciders {
  /** As in the definition of the agent. */
  readonly deciders: readonly string[];
  readonly author: string | undefined;
}

/** The participants whom the definition names; operators are not among them. */
export const decidersByName = ({ deciders, author }: Deciders): readonly string[] =>
  deciders.flatMap((name) => {
    if (name === 'author') return author === undefined ? [] : [author];
    return name.includes(':') ? [name] : [];
  });

/** Whether a caller who may read the request may decide about it. Only people decide: no agent, and no service. */
export function mayDecide({ participant, role }: AuthenticatedCaller, of: Deciders): boolean {
  if (participant.kind !== 'user' && participant.kind !== 'operator') return false;
  if (role === 'operator' && of.deciders.includes('operators')) return true;
  return decidersByName(of).includes(participantName(participant));
}
