import type { CrumbAuthor, Participant } from '@crumbtrail/contracts';
import type { NameOf, SessionMembers } from './speaker-names';

/** The participants of the conversation in which an agent answers. */
export interface Cast {
  readonly agent: string;
  /** Those that the session lists. */
  readonly members: SessionMembers;
  /** Who wrote the message that is answered. */
  readonly author: CrumbAuthor;
}

export const isPerson = ({ kind }: Participant): boolean => kind === 'user' || kind === 'operator';
const isHeard = ({ muted, present }: SessionMembers[number]): boolean => muted !== true && present !== false;

/** The values of macros that name who takes part. */
export function castMacros({ agent, members, author }: Cast, nameOf: NameOf) {
  const self: Participant = { kind: 'agent', id: agent };
  const agents = members.filter(({ kind }) => kind === 'agent');
  const list = (some: readonly Participant[]): string => some.map(nameOf).join(', ');
  const group = (some: readonly Participant[]): string => list(some.length > 0 ? some : [self]);
  const people = members.filter((one) => isPerson(one));
  return {
    char: () => nameOf(self),
    user: () => nameOf(author),
    users: () => list(people.length > 0 ? people : [author]),
    group: () => group(agents),
    groupNotMuted: () => group(agents.filter(isHeard)),
    notChar: () => list(members.filter(({ kind, id }) => kind !== 'agent' || id !== agent)),
    charIfNotGroup: () => group(agents.length > 1 ? agents : []),
  };
}
