import type { Envelope, SessionV1 } from '@crumbtrail/contracts';
import type { AgentDefinition } from './agent-definition';

/** Where a text names an agent: it speaks to the agent, or only mentions it. */
interface NameMention {
  readonly isAddress: boolean;
  readonly at: number;
}

const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `@Bob`, `Bob, …`, `Bob: …` at the beginning of a sentence, and `…, Bob?` at its end. */
function addressPattern(name: string): RegExp {
  const word = escapeRegex(name);
  const begins = `(?:^|[.!?\\n])\\s*(?:(?:hey|hi|hello|ok|okay|so|and)[ ,]+)?(${word})\\s*[,:!?]`;
  return new RegExp(`@(${word})(?![\\p{L}\\p{N}])|${begins}|,\\s*(${word})\\s*(?:[.!?\\n]|$)`, 'iu');
}

const mentionPattern = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegex(name)}(?![\\p{L}\\p{N}])`, 'iu');

function namingOf(text: string, names: readonly string[]): NameMention | null {
  for (const [isAddress, pattern] of [
    [true, addressPattern],
    [false, mentionPattern],
  ] as const) {
    const found = names.map((name) => text.search(pattern(name))).filter((at) => at >= 0);
    if (found.length > 0) return { isAddress, at: Math.min(...found) };
  }
  return null;
}

/** The names that people use for an agent in this session: its id, and the name that the session or its definition gives it. */
function namesOf({ context: { agent, name } }: AgentDefinition, members: SessionV1['members']): string[] {
  const member = members?.find(({ kind, id }) => kind === 'agent' && id === agent)?.name;
  return [agent, name, member].filter((one): one is string => one !== undefined && one.trim() !== '');
}

/** The first name of a name of several words: "Fahim" of "Fahim Khan", nothing of "Dr. Cat". */
const firstNameOf = (name: string): string | undefined => /^(\p{L}[\p{L}\p{M}'-]+)\s/u.exec(name.trim())?.[1];

/** The names of each agent, and the first names that only one of them has. */
function listNames(speakers: readonly AgentDefinition[], members: SessionV1['members']): string[][] {
  const names = speakers.map((speaker) => namesOf(speaker, members));
  const first = names.map((own) => new Set(own.flatMap((name) => firstNameOf(name)?.toLowerCase() ?? [])));
  const isShared = (name: string, at: number): boolean =>
    first.some((others, other) => other !== at && others.has(name)) ||
    names.some((others, other) => other !== at && others.some((one) => one.toLowerCase() === name));
  return names.map((own, at) => [...own, ...Array.from(first[at] ?? []).filter((name) => !isShared(name, at))]);
}

/** What the crumb says; empty where its payload is no message. */
function textOf({ context }: Envelope): string {
  const { content } = context;
  return typeof content === 'string' ? content : '';
}

/** The order of talk: whom the text addresses by name, then whom it mentions, each in the order of the text, then the others by id. */
export function inOrderOfTalk(
  speakers: readonly AgentDefinition[],
  crumb: Envelope,
  members: SessionV1['members'],
): AgentDefinition[] {
  const text = speakers.length > 1 ? textOf(crumb) : '';
  const names = listNames(speakers, members);
  const found = speakers.map((speaker, at) => ({ speaker, naming: namingOf(text, names[at] ?? []) }));
  const rank = ({ naming }: (typeof found)[number]): number => (naming === null ? 2 : naming.isAddress ? 0 : 1);
  return found
    .sort(
      (a, b) =>
        rank(a) - rank(b) ||
        (a.naming?.at ?? 0) - (b.naming?.at ?? 0) ||
        (a.speaker.context.agent < b.speaker.context.agent ? -1 : 1),
    )
    .map(({ speaker }) => speaker);
}
