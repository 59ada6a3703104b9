import type { AgentName, CrumbAuthor, Participant, SessionV1 } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import { looksLikeDayHeading } from './day-heading';
import { sanitizeName } from './sanitize-name';

/** Returns the name under which an author is shown. */
export type NameOf = (author: CrumbAuthor) => string;

/** Role names of chat models, which are never used as a speaker's name. */
const RESERVED = new Set(['assistant', 'user', 'system', 'tool', 'developer', 'function', 'human', 'ai', 'model']);

const key = ({ kind, id }: Participant): string => `${kind}:${id}`;
const authorKey = (author: CrumbAuthor): string => `${key(author)}\n${author.name ?? ''}`;
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

/** The name in the definition of the agent that a context is for, and those of others. */
export interface OwnName {
  readonly agent: string;
  readonly name?: string | undefined;
  /** Other agents under the names in their definitions. Default: none. */
  readonly agents?: readonly AgentName[] | undefined;
}

/** Those that a session lists. */
export type SessionMembers = NonNullable<SessionV1['members']>;

/** A name without brackets if these would make it look like another participant's id. */
function withoutFakeId(name: string, everyone: readonly Participant[]): string {
  const end = name.toLowerCase();
  const ids = everyone.flatMap(({ kind, id }) => [`(${id})`, `(${kind} ${id})`]);
  const isFake = ids.some((id) => end.endsWith(id.toLowerCase()));
  return isFake ? name.replace(/[()]+/g, ' ').replace(/\s+/g, ' ').trim() : name;
}

interface NamedBy {
  readonly members: SessionMembers;
  readonly everyone: readonly CrumbAuthor[];
  readonly own: OwnName | undefined;
}

/** Is it the name of a role in a chat, which would say no more than the default name? */
export const isRole = (name: string): boolean => RESERVED.has(name.trim().toLowerCase());

/** The name in an agent's definition. One that is named after a role, as the first agent's, says no more than the default name. */
function definedName({ kind, id }: Participant, own: OwnName | undefined): string {
  if (kind !== 'agent' || own === undefined) return '';
  const name = id === own.agent ? own.name : own.agents?.find((one) => one.id === id)?.name;
  return name === undefined || isRole(name) ? '' : name;
}

/** The name that the author wrote under. A crumb without one has that of the author's other crumbs, where these have only one. */
function writtenName(author: CrumbAuthor, everyone: readonly CrumbAuthor[]): string {
  if (author.name !== undefined) return author.name;
  const names = new Set(everyone.filter((one) => key(one) === key(author)).flatMap(({ name }) => name ?? []));
  const [name = ''] = names;
  return names.size === 1 ? name : '';
}

/** The name that the session gives an author, else the one in the agent's definition, else the author's own; null where there is none. */
function givenName(author: CrumbAuthor, { members, everyone, own }: NamedBy): string | null {
  const member = members.find(({ kind, id }) => kind === author.kind && id === author.id);
  const given = member?.name ?? (definedName(author, own) || writtenName(author, everyone));
  const name = withoutFakeId(sanitizeName(given), everyone);
  if (name === '') return null;
  return isRole(name) || looksLikeDayHeading(name) ? `${name} (${author.id})` : name;
}

/** Each participant once, without a name, in the order given. */
export function distinctParticipants(everyone: readonly Participant[]): Participant[] {
  return [...new Map(everyone.map((one) => [key(one), { kind: one.kind, id: one.id }])).values()];
}

/** Each author once under each name, in the order given. */
export function distinctAuthors(everyone: readonly CrumbAuthor[]): CrumbAuthor[] {
  return [...new Map(everyone.map((author) => [authorKey(author), author])).values()];
}

/** By participant: `User` and `Assistant` for one person and one agent; otherwise names made from the ids. */
function defaultNames(everyone: readonly Participant[], idNames: IdNameCache): Map<string, string> {
  const [person, ...people] = everyone.filter(isPerson);
  const [agent, ...agents] = everyone.filter(({ kind }) => kind === 'agent');
  const isPair = people.length === 0 && agents.length === 0;
  const names = new Map(everyone.map((participant) => [key(participant), idNames.get(participant.id)]));
  if (isPair && person) names.set(key(person), 'User');
  if (isPair && agent) names.set(key(agent), 'Assistant');
  return names;
}

const withId = ({ kind, id }: Participant, idNames: IdNameCache): string => `${idNames.get(id)} (${kind} ${id})`;

/**
 * Names for a conversation: the member's name, else the name in the agent's definition, else the name that the author wrote under, else
 * `User` and `Assistant` in a pair, else a name made from the id. A name is one line, never empty, never that of two participants, and
 * never a role name. Participants that are neither members nor in `others` are shown with kind and id behind the name.
 */
export function nameSpeakers(
  members: SessionMembers,
  others: readonly CrumbAuthor[],
  idNames: IdNameCache = new IdNameCache(),
  own?: OwnName,
): NameOf {
  const participants = distinctParticipants([...members, ...others]);
  const everyone = distinctAuthors([...participants, ...others]);
  const defaults = defaultNames(participants, idNames);
  const names = new Map(
    everyone.map((one) => [
      authorKey(one),
      givenName(one, { members, everyone, own }) ?? (defaults.get(key(one)) as string),
    ]),
  );
  const holders = new Map<string, Set<string>>();
  for (const one of everyone) {
    const name = (names.get(authorKey(one)) as string).toLowerCase();
    holders.set(name, (holders.get(name) ?? new Set()).add(key(one)));
  }
  const unique = new Map(
    everyone.map((one) => {
      const name = names.get(authorKey(one)) as string;
      return [
        authorKey(one),
        (holders.get(name.toLowerCase())?.size ?? 0) > 1 ? `${name} (${one.kind} ${one.id})` : name,
      ];
    }),
  );
  return (one) =>
    unique.get(authorKey(one)) ?? unique.get(authorKey({ kind: one.kind, id: one.id })) ?? withId(one, idNames);
}
