import { words } from '@crumbtrail/hints';
import { LRUCache } from 'lru-cache';
import { isKnownLanguage } from './languages';
import { markKey, marksOf, type Marks } from './surface-features';
import { turns } from './negations';

/** So many words more, of so many, still say the same. */
const mostExtras = (many: number): number => Math.max(1, Math.floor(many / 5));

/** A text as it is compared with others. What costs time is read when two texts are nearly the same, which is seldom. */
export class Gist {
  /** Its words in order, clitics spelt out: `I'm` is `i am`, `don't` is `do not`. */
  readonly words: readonly string[];
  /** Those words in one line. */
  readonly folded: string;
  /** The words that a text which it holds may begin with, each once. */
  readonly beginnings: readonly string[];
  private readMarks: Marks | undefined;
  private readKey: string | undefined;
  private readKnown: boolean | undefined;

  /** `exact` with one space where there was any white space. */
  constructor(readonly exact: string) {
    this.words = words(exact).flatMap(clitics);
    this.folded = this.words.join(' ');
    this.beginnings = [...new Set(this.words.slice(0, 1 + mostExtras(this.words.length)))];
  }

  get marks(): Marks {
    return (this.readMarks ??= marksOf(this.exact, this.words));
  }

  /** Equal for two texts that may say the same: numbers, identifiers, quotes, signs, negations and questions are. */
  get key(): string {
    return (this.readKey ??= markKey(this.marks));
  }

  /** Is it written in a language whose negations are known? */
  get known(): boolean {
    return (this.readKnown ??= isKnownLanguage(this.words));
  }
}

/** What is compared beside the text: the index's hash of it, and a vector of an embedder that knows meaning. */
export interface Compared {
  readonly gist: Gist;
  /** Bits that it says, by the workspace's statistics. */
  readonly information: number;
  /** Two halves of its SimHash, of a text long enough for it to mean something. */
  readonly bits?: readonly [number, number];
  readonly vector?: readonly number[];
}

/** How near two texts must be to count as one. */
export interface Nearness {
  /** Bits of SimHash for long texts; 0 switches everything but the same text off. */
  readonly near_distance: number;
  readonly cosine: number;
}

const NOT: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall' };
const VERBS: Readonly<Record<string, string>> = { m: 'am', re: 'are', ve: 'have', ll: 'will' };
/** Words after which `'s` is a verb: after any other it may say whose. */
const LEANT_ON = new Set('it that this there here he she what who where when how'.split(' '));

const CLITIC = /['’]|^cannot$/;

/** `I'm` as `i am`, `don't` as `do not`, `it's` as `it is`. */
function clitics(word: string): string | string[] {
  if (!CLITIC.test(word)) return word;
  if (word === 'cannot') return ['can', 'not'];
  const verb = /^(.+)n['’]t$/.exec(word)?.[1];
  if (verb !== undefined) return [NOT[verb] ?? verb, 'not'];
  const [first = '', ...rest] = word.split(/['’]/).filter((part) => part !== '');
  return [first, ...rest.map((part) => (part === 's' && LEANT_ON.has(first) ? 'is' : (VERBS[part] ?? part)))];
}

const gists = new LRUCache<string, Gist>({ maxSize: 4_000_000, sizeCalculation: ({ exact }) => exact.length + 1 });

/** Reads a text for comparison; remembers those read last. */
export function gistOf(text: string): Gist {
  const known = gists.get(text);
  if (known) return known;
  const gist = new Gist(text.normalize('NFC').replace(/\s+/g, ' ').trim());
  gists.set(text, gist);
  return gist;
}

/** And so many bits: what one text in thirty says is said in passing. */
const LIGHT = 5;

/** Where in the longer the words of the shorter stand, one after the other; -1 where they do not. */
function placeOf(shorter: readonly string[], longer: readonly string[]): number {
  const last = shorter.length - 1;
  for (let from = 0; from + last < longer.length; from += 1) {
    const ends = longer[from] === shorter[0] && longer[from + last] === shorter[last];
    if (ends && shorter.every((word, at) => word === longer[from + at])) return from;
  }
  return -1;
}

/** Does the first say all that the second does, word for word, with at most a light word before or after it? */
function holds(one: Compared, other: Compared): boolean {
  const [whole, part] = [one.gist, other.gist];
  const many = part.words.length;
  const more = whole.words.length - many;
  if (more < 0 || many === 0 || more > mostExtras(many)) return false;
  const from = placeOf(part.words, whole.words);
  if (from < 0 || more === 0) return from === 0;
  if (many < 2 || !whole.known || !part.known || one.information - other.information > LIGHT) return false;
  const extras = [...whole.words.slice(0, from), ...whole.words.slice(from + many)];
  return !extras.some((word) => whole.marks.names.includes(word));
}

/** Below so many words SimHash says little of a text. */
const LONG = 40;

/** 16 hex digits as two numbers, of a text long enough. */
export function bitsOf({ words: { length } }: Gist, simhash: string): [number, number] | undefined {
  if (length < LONG) return undefined;
  return [Number.parseInt(simhash.slice(0, 8), 16) | 0, Number.parseInt(simhash.slice(8), 16) | 0];
}

function ones(value: number): number {
  let left = value - ((value >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** In how many bits two SimHashes differ. */
function distance([a, b]: readonly [number, number], [c, d]: readonly [number, number]): number {
  return ones(a ^ c) + ones(b ^ d);
}

const OVERLAP = 0.9;
const MEANING_OVERLAP = 0.5;

const missing = (from: ReadonlySet<string>, of: ReadonlySet<string>): string[] => [...from].filter((w) => !of.has(w));

const WITHOUT = /(?:less|free|los|frei)$/;

/** `unhappy` and `happy`, `disable` and `enable`, `harmful` and `harmless`: of two that changed places, one may deny the other. */
const mayDeny = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= 4 &&
  (a.slice(-4) === b.slice(-4) || (a.slice(0, 4) === b.slice(0, 4) && WITHOUT.test(a) !== WITHOUT.test(b)));

/** No word that one has and the other has not turns it, names somebody or may deny what stands in its place. */
function harmless(a: Gist, b: Gist, overlap: number): boolean {
  if (!a.known || !b.known) return false;
  const [left, right] = [new Set(a.words), new Set(b.words)];
  const [gone, come] = [missing(left, right), missing(right, left)];
  const changed = [...gone, ...come];
  if (1 - changed.length / new Set([...left, ...right]).size < overlap) return false;
  const named = (word: string): boolean => a.marks.names.includes(word) || b.marks.names.includes(word);
  return !changed.some((word) => turns(word) || named(word)) && !gone.some((x) => come.some((y) => mayDeny(x, y)));
}

function cosine(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return 0;
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function near(one: Compared, other: Compared, { near_distance, cosine: least }: Nearness): number | null {
  if (one.bits && other.bits && distance(one.bits, other.bits) <= near_distance) return OVERLAP;
  return least < 1 && one.vector && other.vector && cosine(one.vector, other.vector) >= least ? MEANING_OVERLAP : null;
}

/**
 * Does the first text say what the second does? Never when they differ in a number, an identifier, a name, a negation or in
 * asking; and where a language's negations are not known, only when the words are the same.
 */
export function says(one: Compared, other: Compared, how: Nearness): 'same text' | 'near-same text' | null {
  const [a, b] = [one.gist, other.gist];
  if (a.exact === b.exact) return 'same text';
  if (how.near_distance === 0) return null;
  if (holds(one, other)) return a.key === b.key ? 'near-same text' : null;
  const overlap = near(one, other, how);
  return overlap !== null && a.key === b.key && harmless(a, b, overlap) ? 'near-same text' : null;
}
