import type { Participant, SessionV1 } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import { looksLikeDayHeading } from '../format/day-lines';
import { sanitizeName } from './untrusted';

/** Gives everyone in a conversation the name they are shown under. */
export type NameOf = (participant: Participant) => string;

const RESERVED = new Set(['assistant', 'user', 'system', 'tool', 'developer', 'function', 'human', 'ai', 'model']);

const key = ({ kind, id }: Participant): string => `${kind}:${id}`;
const isPerson = ({ kind }: Participant): boolean => kind === 'user' || kind === 'operator';

const nameById = new LRUCache<string, string>({
  max: 10_000,
  memoMethod: (id) => {
    const text = sanitizeName(id.replace(/[-_.]+/g, ' '));
    const name = text === '' ? 'Someone' : text.charAt(0).toUpperCase() + text.slice(1);
    return looksLikeDayHeading(name) ? `${name} (${id})` : name;
  },
});

const fromId = (id: string): string => nameById.memo(id);

type Members = NonNullable<SessionV1['members']>;

/** A name without the brackets by which it would pass for somebody's id. */
function withoutFakeId(name: string, everyone: readonly Participant[]): string {
  const end = name.toLowerCase();
  const ids = everyone.flatMap(({ kind, id }) => [`(${id})`, `(${kind} ${id})`]);
  const posing = ids.some((id) => end.endsWith(id.toLowerCase()));
  return posing ? name.replace(/[()]+/g, ' ').replace(/\s+/g, ' ').trim() : name;
}

function memberName(participant: Participant, members: Members, everyone: readonly Participant[]): string | null {
  const member = members.find(({ kind, id }) => kind === participant.kind && id === participant.id);
  const name = withoutFakeId(sanitizeName(member?.name ?? ''), everyone);
  if (name === '') return null;
  return RESERVED.has(name.toLowerCase()) || looksLikeDayHeading(name) ? `${name} (${participant.id})` : name;
}

/** Everyone once, in the order given. */
export function distinctParticipants(everyone: readonly Participant[]): Participant[] {
  return [...new Map(everyone.map((participant) => [key(participant), participant])).values()];
}

/** `User` and `Assistant` where there is one of each; else what the id says. */
function commonNames(everyone: readonly Participant[]): Map<string, string> {
  const [person, ...people] = everyone.filter(isPerson);
  const [agent, ...agents] = everyone.filter(({ kind }) => kind === 'agent');
  const pair = people.length === 0 && agents.length === 0;
  const names = new Map(everyone.map((participant) => [key(participant), fromId(participant.id)]));
  if (pair && person) names.set(key(person), 'User');
  if (pair && agent) names.set(key(agent), 'Assistant');
  return names;
}

/**
 * Names for a conversation: a member's own name, else `User` and `Assistant` in a pair, else the participant's id in plain
 * words. One line each, never empty, never the same for two participants, and nobody takes a role's name for their own. Who is
 * neither a member nor one of the others has kind and id behind the name.
 */
export function nameSpeakers(members: Members, others: readonly Participant[]): NameOf {
  const everyone = distinctParticipants([...members.map(({ kind, id }) => ({ kind, id })), ...others]);
  const common = commonNames(everyone);
  const names = new Map(
    everyone.map((one) => [key(one), memberName(one, members, everyone) ?? (common.get(key(one)) as string)]),
  );
  const bearers = new Map<string, number>();
  for (const name of names.values()) bearers.set(name.toLowerCase(), (bearers.get(name.toLowerCase()) ?? 0) + 1);
  const shown = new Map(
    everyone.map((one) => {
      const name = names.get(key(one)) as string;
      return [key(one), (bearers.get(name.toLowerCase()) ?? 0) > 1 ? `${name} (${one.kind} ${one.id})` : name];
    }),
  );
  return (one) => shown.get(key(one)) ?? `${fromId(one.id)} (${one.kind} ${one.id})`;
}
