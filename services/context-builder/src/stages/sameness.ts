import { hammingDistance, words } from '@crumbtrail/hints';
import { LRUCache } from 'lru-cache';
import { isKnownLanguage } from './languages';
import { markKey, marksOf, type Marks } from './marks';
import { turns } from './turning-words';

/** A text as it is compared with others. */
export interface Gist {
  readonly exact: string;
  readonly marks: Marks;
  /** Equal for two texts that may say the same: numbers, identifiers, quotes, signs, negations and questions are. */
  readonly key: string;
  /** Its words in order, clitics spelt out: `I'm` is `i am`, `don't` is `do not`. */
  readonly words: readonly string[];
  /** Those words in one line, a space before and after each. */
  readonly folded: string;
  /** Written in a language whose negations are known. */
  readonly known: boolean;
}

/** What is compared beside the text: the index's hash of it, and a vector of an embedder that knows meaning. */
export interface Compared {
  readonly gist: Gist;
  /** Bits that it says, by the workspace's statistics. */
  readonly information: number;
  readonly simhash: string;
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

/** `I'm` as `i am`, `don't` as `do not`, `it's` as `it is`. */
function clitics(word: string): string[] {
  if (word === 'cannot') return ['can', 'not'];
  const verb = /^(.+)n['’]t$/.exec(word)?.[1];
  if (verb !== undefined) return [NOT[verb] ?? verb, 'not'];
  const [first = '', ...rest] = word.split(/['’]/).filter((part) => part !== '');
  return [first, ...rest.map((part) => (part === 's' && LEANT_ON.has(first) ? 'is' : (VERBS[part] ?? part)))];
}

function read(text: string): Gist {
  const exact = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const all = words(exact).flatMap(clitics);
  const marks = marksOf(exact, all);
  return { exact, marks, key: markKey(marks), words: all, folded: ` ${all.join(' ')} `, known: isKnownLanguage(all) };
}

const gists = new LRUCache<string, Gist>({ maxSize: 4_000_000, sizeCalculation: ({ exact }) => exact.length + 1 });

/** Reads a text for comparison; remembers those read last. */
export function gistOf(text: string): Gist {
  const known = gists.get(text);
  if (known) return known;
  const gist = read(text);
  gists.set(text, gist);
  return gist;
}

/** So many words more, of so many, still say the same. */
const mostExtras = (many: number): number => Math.max(1, Math.floor(many / 5));
/** And so many bits: what one text in thirty says is said in passing. */
const LIGHT = 5;

/** Does the first say all that the second does, word for word, with at most a light word before or after it? */
function holds(one: Compared, other: Compared): boolean {
  const [whole, part] = [one.gist, other.gist];
  const more = whole.words.length - part.words.length;
  if (more === 0) return whole.folded === part.folded && part.words.length > 0;
  if (more < 0 || more > mostExtras(part.words.length) || !whole.known || !part.known) return false;
  const place = whole.folded.indexOf(part.folded);
  if (place < 0 || part.words.length < 2) return false;
  const from = whole.folded.slice(0, place).split(' ').length - 1;
  const extras = [...whole.words.slice(0, from), ...whole.words.slice(from + part.words.length)];
  return one.information - other.information <= LIGHT && !extras.some((word) => whole.marks.names.includes(word));
}

/** Below this SimHash says little of a text. */
const LONG = 40;
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

function alike(one: Compared, other: Compared, near: Nearness): boolean {
  const [a, b] = [one.gist, other.gist];
  const long = a.words.length >= LONG && b.words.length >= LONG;
  if (long && hammingDistance(one.simhash, other.simhash) <= near.near_distance && harmless(a, b, OVERLAP)) return true;
  if (near.cosine === 1 || !one.vector || !other.vector) return false;
  return cosine(one.vector, other.vector) >= near.cosine && harmless(a, b, MEANING_OVERLAP);
}

/**
 * Does the first text say what the second does? Never when they differ in a number, an identifier, a name, a negation or in
 * asking; and where a language's negations are not known, only when the words are the same.
 */
export function says(one: Compared, other: Compared, near: Nearness): 'same text' | 'near-same text' | null {
  if (one.gist.exact === other.gist.exact) return 'same text';
  if (near.near_distance === 0 || one.gist.key !== other.gist.key) return null;
  return holds(one, other) || alike(one, other, near) ? 'near-same text' : null;
}
