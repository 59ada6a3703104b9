import { words } from '@crumbtrail/hints';
import { LRUCache } from 'lru-cache';
import { isKnownLanguage } from './languages';
import { surfaceKey, readSurfaceFeatures, type SurfaceFeatures } from './surface-features';
import { changesMeaning } from './negations';

/** So many words more, of so many, still say the same. */
const maxExtraWords = (many: number): number => Math.max(1, Math.floor(many / 5));

/** A text as it is compared with others. What costs time is read when two texts are nearly the same, which is seldom. */
export class Fingerprint {
  /** Its words in order, clitics spelt out: `I'm` is `i am`, `don't` is `do not`. */
  readonly words: readonly string[];
  /** Those words in one line. */
  readonly folded: string;
  /** The words that a text which it holds may begin with, each once. */
  readonly beginnings: readonly string[];
  private readMarks: SurfaceFeatures | undefined;
  private readKey: string | undefined;
  private readKnown: boolean | undefined;

  /** `exact` with one space where there was any white space. */
  constructor(readonly exact: string) {
    this.words = words(exact).flatMap(expandClitics);
    this.folded = this.words.join(' ');
    this.beginnings = [...new Set(this.words.slice(0, 1 + maxExtraWords(this.words.length)))];
  }

  get features(): SurfaceFeatures {
    return (this.readMarks ??= readSurfaceFeatures(this.exact, this.words));
  }

  /** Equal for two texts that may say the same: numbers, identifiers, quotes, signs, negations and questions are. */
  get key(): string {
    return (this.readKey ??= surfaceKey(this.features));
  }

  /** Is it written in a language whose negations are known? */
  get isKnownLanguage(): boolean {
    return (this.readKnown ??= isKnownLanguage(this.words));
  }
}

/** What is compared beside the text: the index's hash of it, and a vector of an embedder that knows meaning. */
export interface ComparedText {
  readonly fingerprint: Fingerprint;
  /** Bits that it says, by the workspace's statistics. */
  readonly information: number;
  /** Two halves of its SimHash, of a text long enough for it to mean something. */
  readonly bits?: readonly [number, number];
  readonly vector?: readonly number[];
}

/** How near two texts must be to count as one. */
export interface SimilarityLimits {
  /** Bits of SimHash for long texts; 0 switches everything but the same text off. */
  readonly near_distance: number;
  readonly cosine: number;
}

const NEGATED_STEMS: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall' };
const CLITIC_VERBS: Readonly<Record<string, string>> = { m: 'am', re: 'are', ve: 'have', ll: 'will' };
/** Words after which `'s` is a verb: after any other it may say whose. */
const TAKES_CLITIC_IS = new Set('it that this there here he she what who where when how'.split(' '));

const CLITIC = /['’]|^cannot$/;

/** `I'm` as `i am`, `don't` as `do not`, `it's` as `it is`. */
function expandClitics(word: string): string | string[] {
  if (!CLITIC.test(word)) return word;
  if (word === 'cannot') return ['can', 'not'];
  const verb = /^(.+)n['’]t$/.exec(word)?.[1];
  if (verb !== undefined) return [NEGATED_STEMS[verb] ?? verb, 'not'];
  const [first = '', ...rest] = word.split(/['’]/).filter((part) => part !== '');
  return [
    first,
    ...rest.map((part) => (part === 's' && TAKES_CLITIC_IS.has(first) ? 'is' : (CLITIC_VERBS[part] ?? part))),
  ];
}

const gists = new LRUCache<string, Fingerprint>({
  maxSize: 4_000_000,
  sizeCalculation: ({ exact }) => exact.length + 1,
});

/** Reads a text for comparison; remembers those read last. */
export function fingerprintOf(text: string): Fingerprint {
  const known = gists.get(text);
  if (known) return known;
  const fingerprint = new Fingerprint(text.normalize('NFC').replace(/\s+/g, ' ').trim());
  gists.set(text, fingerprint);
  return fingerprint;
}

/** And so many bits: what one text in thirty says is said in passing. */
const MAX_EXTRA_BITS = 5;

/** Where in the longer the words of the shorter stand, one after the other; -1 where they do not. */
function findSubsequence(shorter: readonly string[], longer: readonly string[]): number {
  const last = shorter.length - 1;
  for (let from = 0; from + last < longer.length; from += 1) {
    const ends = longer[from] === shorter[0] && longer[from + last] === shorter[last];
    if (ends && shorter.every((word, at) => word === longer[from + at])) return from;
  }
  return -1;
}

/** Does the first say all that the second does, word for word, with at most a light word before or after it? */
function contains(one: ComparedText, other: ComparedText): boolean {
  const [whole, part] = [one.fingerprint, other.fingerprint];
  const many = part.words.length;
  const more = whole.words.length - many;
  if (more < 0 || many === 0 || more > maxExtraWords(many)) return false;
  const from = findSubsequence(part.words, whole.words);
  if (from < 0 || more === 0) return from === 0;
  if (
    many < 2 ||
    !whole.isKnownLanguage ||
    !part.isKnownLanguage ||
    one.information - other.information > MAX_EXTRA_BITS
  )
    return false;
  const extras = [...whole.words.slice(0, from), ...whole.words.slice(from + many)];
  return !extras.some((word) => whole.features.names.includes(word));
}

/** Below so many words SimHash says little of a text. */
const LONG_TEXT_WORDS = 40;

/** 16 hex digits as two numbers, of a text long enough. */
export function simhashBits({ words: { length } }: Fingerprint, simhash: string): [number, number] | undefined {
  if (length < LONG_TEXT_WORDS) return undefined;
  return [Number.parseInt(simhash.slice(0, 8), 16) | 0, Number.parseInt(simhash.slice(8), 16) | 0];
}

function countOnes(value: number): number {
  let left = value - ((value >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** In how many bits two SimHashes differ. */
function bitDistance([a, b]: readonly [number, number], [c, d]: readonly [number, number]): number {
  return countOnes(a ^ c) + countOnes(b ^ d);
}

const OVERLAP = 0.9;
const MEANING_OVERLAP = 0.5;

const withoutWords = (from: ReadonlySet<string>, of: ReadonlySet<string>): string[] =>
  [...from].filter((w) => !of.has(w));

const PRIVATIVE_SUFFIX = /(?:less|free|los|frei)$/;

/** `unhappy` and `happy`, `disable` and `enable`, `harmful` and `harmless`: of two that changed places, one may deny the other. */
const mayBeOpposites = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= 4 &&
  (a.slice(-4) === b.slice(-4) ||
    (a.slice(0, 4) === b.slice(0, 4) && PRIVATIVE_SUFFIX.test(a) !== PRIVATIVE_SUFFIX.test(b)));

/** No word that one has and the other has not turns it, names somebody or may deny what stands in its place. */
function differHarmlessly(a: Fingerprint, b: Fingerprint, overlap: number): boolean {
  if (!a.isKnownLanguage || !b.isKnownLanguage) return false;
  const [left, right] = [new Set(a.words), new Set(b.words)];
  const [gone, come] = [withoutWords(left, right), withoutWords(right, left)];
  const changed = [...gone, ...come];
  if (1 - changed.length / new Set([...left, ...right]).size < overlap) return false;
  const named = (word: string): boolean => a.features.names.includes(word) || b.features.names.includes(word);
  return (
    !changed.some((word) => changesMeaning(word) || named(word)) &&
    !gone.some((x) => come.some((y) => mayBeOpposites(x, y)))
  );
}

function cosine(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return 0;
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function requiredOverlap(
  one: ComparedText,
  other: ComparedText,
  { near_distance, cosine: least }: SimilarityLimits,
): number | null {
  if (one.bits && other.bits && bitDistance(one.bits, other.bits) <= near_distance) return OVERLAP;
  return least < 1 && one.vector && other.vector && cosine(one.vector, other.vector) >= least ? MEANING_OVERLAP : null;
}

/**
 * Does the first text say what the second does? Never when they differ in a number, an identifier, a name, a negation or in
 * asking; and where a language's negations are not known, only when the words are the same.
 */
export function compareTexts(
  one: ComparedText,
  other: ComparedText,
  how: SimilarityLimits,
): 'same text' | 'near-same text' | null {
  const [a, b] = [one.fingerprint, other.fingerprint];
  if (a.exact === b.exact) return 'same text';
  if (how.near_distance === 0) return null;
  if (contains(one, other)) return a.key === b.key ? 'near-same text' : null;
  const overlap = requiredOverlap(one, other, how);
  return overlap !== null && a.key === b.key && differHarmlessly(a, b, overlap) ? 'near-same text' : null;
}
