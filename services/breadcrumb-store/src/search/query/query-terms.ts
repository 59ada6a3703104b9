import { meanLength, findOccurrences } from '../rank/occurrences';
import type { QuestionTerm } from '../rank/question';
import type { TextChunk } from '../session-cache/text-chunk';

/** The rarest stems of a question that are looked for. */
const MOST_STEMS = 48;
/** Stems that a question takes from each turn it leans on. */
const MOST_LENT = 8;
/** Turns before a question that it may lean on. */
const MOST_TURNS = 2;
/** A question says enough by itself when its words together are as rare as this share of a word that only one text has. */
const ENOUGH = 0.75;
/** Or as this share, when it names somebody of the conversation: it is about that person. */
const ENOUGH_OF_SOMEBODY = 0.25;
/** And as so many of them, it says enough wherever it is asked. */
const PLENTY = 2;
/** Stems of a text, its author's name among them, that is more than said in passing. */
const MUCH = 4;
/** What is said in fewer texts is nobody's habit. */
const OFTEN = 3;
/** Nods have no more stems. */
const MOST_NODDED = 3;
/** What a word of the turn right before counts, and of the one before that. */
const WEIGHTS: readonly number[] = [0.5, 0.25];
/** Texts that the words looked for in the database may lead to; commoner words then only add to scores. */
const MOST_REACHED = 8_000;

/** A stem that is looked for, and what it counts. */
export interface WeightedStem {
  readonly stem: string;
  readonly weight: number;
}

/** What words are weighed by. */
export interface StemStatistics {
  readonly texts: number;
  readonly averageLength: number;
  /** How many texts have a stem. */
  df(stem: string): number;
}

/** How rare a stem is: Robertson and Spärck Jones, never below zero. */
export const inverseDocumentFrequency = (df: number, texts: number): number =>
  Math.log(1 + (Math.max(texts, df) - df + 0.5) / (df + 0.5));

/** The statistics of texts that the asker sees all of: nothing else shows through scores. */
export function computeStatistics(texts: readonly TextChunk[], stems: readonly string[]): StemStatistics {
  const counts = new Map(stems.map((stem) => [stem, findOccurrences(stem, texts).places.length]));
  return { texts: texts.length, averageLength: Math.max(1, meanLength(texts)), df: (stem) => counts.get(stem) ?? 0 };
}

/** What is sought as terms of a question. */
export function weighTerms({ texts, df }: StemStatistics, sought: readonly WeightedStem[]): Required<QuestionTerm>[] {
  return sought.map(({ stem, weight }) => ({ term: stem, weight, idf: inverseDocumentFrequency(df(stem), texts) }));
}

/** The question's own stems; `stems` come rarest first. */
export const limitStems = (stems: readonly string[]): WeightedStem[] =>
  stems.slice(0, MOST_STEMS).map((stem) => ({ stem, weight: 1 }));

/** What words are worth together, in words that only one text has; a word that no text has finds nothing and counts nothing. */
function computeWorth(own: readonly WeightedStem[], { texts, df }: StemStatistics): number {
  const known = own.map(({ stem }) => df(stem)).filter((count) => count > 0);
  return (
    known.reduce((sum, count) => sum + inverseDocumentFrequency(count, texts), 0) / inverseDocumentFrequency(1, texts)
  );
}

/** Does a question say enough by itself wherever it is asked? Then nobody has to look at what it was said to. */
export const isSelfContained = (own: readonly WeightedStem[], statistics: StemStatistics): boolean =>
  computeWorth(own, statistics) >= PLENTY;

/**
 * Has a question too few words of its own ("okay do that") for this conversation? A nod counts nothing, in any language: few words, each
 * mostly said in passing.
 */
export function dependsOnEarlierText(
  own: readonly WeightedStem[],
  conversation: readonly TextChunk[],
  named = false,
): boolean {
  const everywhere = computeStatistics(
    conversation,
    own.map(({ stem }) => stem),
  );
  const isLittle = (some: readonly WeightedStem[]): boolean =>
    computeWorth(some, everywhere) < (named ? ENOUGH_OF_SOMEBODY : ENOUGH);
  const usual = own.map(({ stem }) => stem).filter((stem) => everywhere.df(stem) >= OFTEN);
  if (own.length > MOST_NODDED || usual.length === 0 || isLittle(own)) return isLittle(own);
  const amongMuch = (stem: string): number =>
    findOccurrences(stem, conversation).places.filter((at) => Number(conversation[at]?.terms.size) >= MUCH).length;
  const passing = new Set(usual.filter((stem) => 2 * amongMuch(stem) < everywhere.df(stem)));
  return isLittle(own.filter(({ stem }) => !passing.has(stem)));
}

/** The last two crumbs of a conversation before the question, the last first; `texts` in time order. */
export function findPrecedingMessages(texts: readonly TextChunk[], trigger: string | undefined): TextChunk[] {
  const at = trigger === undefined ? -1 : texts.findIndex(({ id }) => id === trigger);
  const last = new Map<string, TextChunk>();
  for (let nth = (at < 0 ? texts.length : at) - 1; nth >= 0; nth -= 1) {
    const text = texts[nth] as TextChunk;
    if (text.row.text === '') continue;
    if (last.size === MOST_TURNS && !last.has(text.id)) break;
    last.set(text.id, text);
  }
  return [...last.values()];
}

/** A name that stands on a turn says nothing of what it is about. */
const isName = (stem: string, { author }: TextChunk): boolean =>
  author.id
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((part) => part.startsWith(stem));

/** Stems of turns that say what they are about. */
export const listContentStems = (turns: readonly TextChunk[]): string[] => [
  ...new Set(turns.flatMap((turn) => [...turn.terms.keys()].filter((stem) => !isName(stem, turn)))),
];

/** The rarest stems of the turns that a question leans on, beside its own. */
export function borrowStems(
  own: readonly WeightedStem[],
  turns: readonly TextChunk[],
  { texts, df }: StemStatistics,
): WeightedStem[] {
  const lent = new Map<string, number>();
  const mine = new Set(own.map(({ stem }) => stem));
  turns.forEach((turn, nth) => {
    const stems = listContentStems([turn]).map((stem) => ({ stem, idf: inverseDocumentFrequency(df(stem), texts) }));
    const rarest = stems.sort((a, b) => b.idf - a.idf || (a.stem < b.stem ? -1 : 1)).slice(0, MOST_LENT);
    for (const { stem } of rarest) if (!mine.has(stem) && !lent.has(stem)) lent.set(stem, WEIGHTS[nth] ?? 0);
  });
  return [...lent].map(([stem, weight]) => ({ stem, weight }));
}

/** The rarest stems, as many as do not lead to too many texts. */
export function limitReach(terms: readonly Required<QuestionTerm>[], { df }: StemStatistics): string[] {
  let reached = 0;
  return [...terms]
    .sort((a, b) => b.idf - a.idf || (a.term < b.term ? -1 : 1))
    .filter(({ term }, nth) => (reached += df(term)) <= MOST_REACHED || nth === 0)
    .map(({ term }) => term);
}
