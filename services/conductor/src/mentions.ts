import type { SessionV1 } from '@crumbtrail/contracts';
import type { AgentDefinition } from './agent-definition';

/** A pattern that matches exactly this text. */
export const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What continues a word: letters, the marks on them, and digits. */
const WORD = '[\\p{L}\\p{M}\\p{N}]';
/** Scripts that write words without spaces between them: there a dictionary says where a word ends. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** Where a name stands in a text, as offsets. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** The offsets at which a word begins or ends. */
function wordEdges(text: string): ReadonlySet<number> {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  return new Set(Array.from(segments, ({ index }) => index)).add(text.length);
}

/** Where a text has these words as whole words, in any script and any case. */
function findSpans(text: string, words: string): Span[] {
  const isUnspaced = UNSPACED.test(words);
  const pattern = isUnspaced ? escapeRegex(words) : `(?<!${WORD})${escapeRegex(words)}(?!${WORD})`;
  const found = [...text.matchAll(new RegExp(pattern, 'giu'))].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
  if (!isUnspaced || found.length === 0) return found;
  const edges = wordEdges(text);
  return found.filter(({ from, to }) => edges.has(from) && edges.has(to));
}

/** The offset at which a text first has these words as whole words, in any script and any case; -1 where it does not. */
export const findWords = (text: string, words: string): number => findSpans(text, words)[0]?.from ?? -1;

/** The names that people use for an agent in this session: its id, and the name that the session or its definition gives it. */
function namesOf({ context: { agent, name } }: AgentDefinition, members: SessionV1['members']): string[] {
  const member = members?.find(({ kind, id }) => kind === 'agent' && id === agent)?.name;
  return [agent, name, member].flatMap((one) => (one === undefined || one.trim() === '' ? [] : [one.normalize('NFC')]));
}

/** The first name of a name of several words: "Fahim" of "Fahim Khan", nothing of "Dr. Cat". */
const firstNameOf = (name: string): string | undefined => /^(\p{L}[\p{L}\p{M}'-]+)\s/u.exec(name.trim())?.[1];

/** The names of each agent, and the first names that only one of them has. */
export function listNames(speakers: readonly AgentDefinition[], members: SessionV1['members']): string[][] {
  const names = speakers.map((speaker) => namesOf(speaker, members));
  const first = names.map((own) => new Set(own.flatMap((name) => firstNameOf(name)?.toLowerCase() ?? [])));
  const isShared = (name: string, at: number): boolean =>
    first.some((others, other) => other !== at && others.has(name)) ||
    names.some((others, other) => other !== at && others.some((one) => one.toLowerCase() === name));
  return names.map((own, at) => [...own, ...Array.from(first[at] ?? []).filter((name) => !isShared(name, at))]);
}

/** An agent that a text names, and the offset of its first name there. */
export interface Mention {
  readonly speaker: AgentDefinition;
  readonly at: number;
}

const isInside = (inner: Span, outer: Span): boolean =>
  outer.from <= inner.from && inner.to <= outer.to && outer.to - outer.from > inner.to - inner.from;

/** The agents that a text names as whole words, in the order of the text. A name inside a longer name of another agent does not count. */
export function findMentions(
  text: string,
  speakers: readonly AgentDefinition[],
  members: SessionV1['members'],
): Mention[] {
  const names = listNames(speakers, members);
  const spans = names.map((own) => own.flatMap((name) => findSpans(text, name)));
  const isPartOfAnother = (span: Span, at: number): boolean =>
    spans.some((others, other) => other !== at && others.some((one) => isInside(span, one)));
  return speakers
    .flatMap((speaker, at): Mention[] => {
      const whole = (spans[at] ?? []).filter((span) => !isPartOfAnother(span, at));
      return whole.length === 0 ? [] : [{ speaker, at: Math.min(...whole.map(({ from }) => from)) }];
    })
    .sort((a, b) => a.at - b.at || (a.speaker.context.agent < b.speaker.context.agent ? -1 : 1));
}
