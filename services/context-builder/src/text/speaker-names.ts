import type { Participant, SessionV1 } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import { looksLikeDayHeading } from './day-heading';
import { sanitizeName } from './untrusted';

/** Returns the name under which a participant is shown. */
export type NameOf = (participant: Participant) => string;

/** Role names of chat models, which are never used as a speaker's name. */
const RESERVED = new Set(['assistant', 'user', 'system', 'tool', 'developer', 'function', 'human', 'ai', 'model']);

const key = ({ kind, id }: Participant): string => `${kind}:${id}`;
const isPerson = ({ kind }: Participant): boolean => kind === 'user' || kind === 'operator';

function nameFromId(id: string): string {
  const text = sanitizeName(id.replace(/[-_.]+/g, ' '));
  const name = text === '' ? 'Someone' : text.charAt(0).toUpperCase() + text.slice(1);
  return looksLikeDayHeading(name) ? `${name} (${id})` : name;
}

/** Turns ids into readable names, `build-bot` into `Build bot`, and remembers them. */
export class IdNameCache {
  private readonly names: LRUCache<string, string>;

  /** @param max names remembered; default 10,000 */
  constructor(max = 10_000) {
    this.names = new LRUCache({ max, memoMethod: nameFromId });
  }

  get(id: string): string {
    return this.names.memo(id);
  }
}

type Members = NonNullable<SessionV1['members']>;

/** A name without brackets if these would make it look like another participant's id. */
function withoutFakeId(name: string, everyone: readonly Participant[]): string {
  const end = name.toLowerCase();
  const ids = everyone.flatMap(({ kind, id }) => [`(${id})`, `(${kind} ${id})`]);
  const isFake = ids.some((id) => end.endsWith(id.toLowerCase()));
  return isFake ? name.replace(/[()]+/g, ' ').replace(/\s+/g, ' ').trim() : name;
}

function memberName(participant: Participant, members: Members, everyone: readonly Participant[]): string | null {
  const member = members.find(({ kind, id }) => kind === participant.kind && id === participant.id);
  const name = withoutFakeId(sanitizeName(member?.name ?? ''), everyone);
  if (name === '') return null;
  return RESERVED.has(name.toLowerCase()) || looksLikeDayHeading(name) ? `${name} (${participant.id})` : name;
}

/** Each participant once, in the order given. */
export function distinctParticipants(everyone: readonly Participant[]): Participant[] {
  return [...new Map(everyone.map((participant) => [key(participant), participant])).values()];
}

/** `User` and `Assistant` for one person and one agent; otherwise names made from the ids. */
function defaultNames(everyone: readonly Participant[], idNames: IdNameCache): Map<string, string> {
  const [person, ...people] = everyone.filter(isPerson);
  const [agent, ...agents] = everyone.filter(({ kind }) => kind === 'agent');
  const isPair = people.length === 0 && agents.length === 0;
  const names = new Map(everyone.map((participant) => [key(participant), idNames.get(participant.id)]));
  if (isPair && person) names.set(key(person), 'User');
  if (isPair && agent) names.set(key(agent), 'Assistant');
  return names;
}

/**
 * Names for a conversation: the member's name, else `User` and `Assistant` in a pair, else a name made from the id. A name is one
 * line, never empty, unique, and never a role name. Participants that are neither members nor in `others` are shown with kind and
 * id behind the name.
 */
export function nameSpeakers(
  members: Members,
  others: readonly Participant[],
  idNames: IdNameCache = new IdNameCache(),
): NameOf {
  const everyone = distinctParticipants([...members.map(({ kind, id }) => ({ kind, id })), ...others]);
  const defaults = defaultNames(everyone, idNames);
  const names = new Map(
    everyone.map((one) => [key(one), memberName(one, members, everyone) ?? (defaults.get(key(one)) as string)]),
  );
  const uses = new Map<string, number>();
  for (const name of names.values()) uses.set(name.toLowerCase(), (uses.get(name.toLowerCase()) ?? 0) + 1);
  const unique = new Map(
    everyone.map((one) => {
      const name = names.get(key(one)) as string;
      return [key(one), (uses.get(name.toLowerCase()) ?? 0) > 1 ? `${name} (${one.kind} ${one.id})` : name];
    }),
  );
  return (one) => unique.get(key(one)) ?? `${idNames.get(one.id)} (${one.kind} ${one.id})`;
}
