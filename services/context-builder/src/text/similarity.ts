import { maxExtraWords, type Fingerprint } from './fingerprint';
import { changesMeaning } from './negations';

/** What two texts are compared by: the text, the SimHash of the index, and a vector of a semantic embedder. */
export interface ComparedText {
  readonly fingerprint: Fingerprint;
  /** Bits of information in the text, by the workspace's word statistics. */
  readonly information: number;
  /** The two 32-bit halves of the SimHash; only for texts long enough for it to be meaningful. */
  readonly bits?: SimhashBits;
  readonly vector?: readonly number[];
}

/** A 64-bit SimHash as two 32-bit integers. */
export interface SimhashBits {
  readonly high: number;
  readonly low: number;
}

/** How near two texts must be to count as one. */
export interface SimilarityLimits {
  /** Most SimHash bits in which long texts may differ; 0 allows identical texts only. */
  readonly near_distance: number;
  /** Least cosine of two vectors; 1 switches the comparison of vectors off. */
  readonly cosine: number;
}

/** Extra words may carry at most this many bits: a word that one text in thirty has adds little. */
const MAX_EXTRA_BITS = 5;

/** The index at which the words of the shorter text occur in the longer one, in sequence; -1 where they do not. */
function findSubsequence(shorter: readonly string[], longer: readonly string[]): number {
  const last = shorter.length - 1;
  for (let from = 0; from + last < longer.length; from += 1) {
    const ends = longer[from] === shorter[0] && longer[from + last] === shorter[last];
    if (ends && shorter.every((word, at) => word === longer[from + at])) return from;
  }
  return -1;
}

/** Whether the first text contains the second word for word, with only a few uninformative words before or after it. */
function contains(one: ComparedText, other: ComparedText): boolean {
  const [whole, part] = [one.fingerprint, other.fingerprint];
  const count = part.words.length;
  const more = whole.words.length - count;
  if (more < 0 || count === 0 || more > maxExtraWords(count)) return false;
  const from = findSubsequence(part.words, whole.words);
  if (from < 0 || more === 0) return from === 0;
  if (count < 2 || !whole.isKnownLanguage || !part.isKnownLanguage) return false;
  if (one.information - other.information > MAX_EXTRA_BITS) return false;
  const extras = [...whole.words.slice(0, from), ...whole.words.slice(from + count)];
  return !extras.some((word) => whole.features.names.includes(word));
}

/** SimHash is unreliable for texts with fewer words. */
const LONG_TEXT_WORDS = 40;

/** Reads a SimHash of 16 hex digits; undefined where the text is too short for it to be meaningful. */
export function simhashBits({ words: { length } }: Fingerprint, simhash: string): SimhashBits | undefined {
  if (length < LONG_TEXT_WORDS) return undefined;
  return { high: Number.parseInt(simhash.slice(0, 8), 16) | 0, low: Number.parseInt(simhash.slice(8), 16) | 0 };
}

function countOnes(value: number): number {
  let left = value - ((value >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** In how many bits two SimHashes differ. */
function bitDistance(a: SimhashBits, b: SimhashBits): number {
  return countOnes(a.high ^ b.high) + countOnes(a.low ^ b.low);
}

/** Least share of common words for texts that are near by SimHash, and for texts that are near by vector. */
const SIMHASH_OVERLAP = 0.9;
const VECTOR_OVERLAP = 0.5;

const wordsMissing = (from: ReadonlySet<string>, in_: ReadonlySet<string>): string[] =>
  [...from].filter((word) => !in_.has(word));

const PRIVATIVE_SUFFIX = /(?:less|free|los|frei)$/;

/** Whether one word may negate the other: `unhappy` and `happy`, `disable` and `enable`, `harmful` and `harmless`. */
const mayBeOpposites = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= 4 &&
  (a.slice(-4) === b.slice(-4) ||
    (a.slice(0, 4) === b.slice(0, 4) && PRIVATIVE_SUFFIX.test(a) !== PRIVATIVE_SUFFIX.test(b)));

/** Whether no word that only one of the texts has changes the meaning, is a name, or may negate the word it replaces. */
function differHarmlessly(a: Fingerprint, b: Fingerprint, overlap: number): boolean {
  if (!a.isKnownLanguage || !b.isKnownLanguage) return false;
  const [left, right] = [new Set(a.words), new Set(b.words)];
  const [removed, added] = [wordsMissing(left, right), wordsMissing(right, left)];
  const changed = [...removed, ...added];
  if (1 - changed.length / new Set([...left, ...right]).size < overlap) return false;
  const isName = (word: string): boolean => a.features.names.includes(word) || b.features.names.includes(word);
  return (
    !changed.some((word) => changesMeaning(word) || isName(word)) &&
    !removed.some((x) => added.some((y) => mayBeOpposites(x, y)))
  );
}

function cosine(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return 0;
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** The share of words that the two texts must have in common to count as one; null if they are not near at all. */
function requiredOverlap(one: ComparedText, other: ComparedText, limits: SimilarityLimits): number | null {
  if (one.bits && other.bits && bitDistance(one.bits, other.bits) <= limits.near_distance) return SIMHASH_OVERLAP;
  const comparesVectors = limits.cosine < 1 && one.vector && other.vector;
  return comparesVectors && cosine(one.vector, other.vector) >= limits.cosine ? VECTOR_OVERLAP : null;
}

/**
 * How the first text repeats the content of the second one; null if it does not. Texts that differ in a number, an
 * identifier, a name, a negation or a question mark never do. If the negations of the language are not known, only the same
 * words count.
 */
export function compareTexts(
  one: ComparedText,
  other: ComparedText,
  limits: SimilarityLimits,
): 'same text' | 'near-same text' | null {
  const [a, b] = [one.fingerprint, other.fingerprint];
  if (a.exact === b.exact) return 'same text';
  if (limits.near_distance === 0) return null;
  if (contains(one, other)) return a.key === b.key ? 'near-same text' : null;
  const overlap = requiredOverlap(one, other, limits);
  return overlap !== null && a.key === b.key && differHarmlessly(a, b, overlap) ? 'near-same text' : null;
}
