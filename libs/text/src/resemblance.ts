import { distance } from 'fastest-levenshtein';
import { languagesOfText } from './analyse';

/** Shorter words resemble too many others. */
const LEAST_LETTERS = 5;
/** A word may differ by one edit for each of so many letters. */
const LETTERS_OF_AN_EDIT = 4;
/** A part of a word that is written together with others has at least so many letters, and so have the others. */
const LEAST_PART = 4;
const LEAST_REST = 3;

const WORD = /^[\p{L}\p{M}]+$/u;
const sortLetters = (word: string): string => Array.from(word).sort().join('');

/** Has a word letters enough, and nothing else, to be recognised although it is misspelt? */
export const mayBeMisspelt = (key: string): boolean => key.length >= LEAST_LETTERS && WORD.test(key);

/** The most edits by which the spelling of a word may differ. */
export const mostEdits = (key: string): number => Math.floor(key.length / LETTERS_OF_AN_EDIT);

/** How many edits lie between two words (Levenshtein 1966). Two letters that changed places are one. */
export function countEdits(key: string, other: string): number {
  const edits = distance(key, other);
  return edits === 2 && sortLetters(key) === sortLetters(other) ? 1 : edits;
}

/** How words begin that a key may be a misspelling of: its first two letters are right, or two of its first three have changed places. */
export const beginningsOf = (key: string): readonly string[] => [
  ...new Set([key.slice(0, 2), key.charAt(0) + key.charAt(2), key.charAt(1) + key.charAt(0)]),
];

/** May a key be a misspelling of another? */
export const isSpelledLike = (key: string, other: string): boolean =>
  mayBeMisspelt(key) && beginningsOf(key).includes(other.slice(0, 2)) && countEdits(key, other) <= mostEdits(key);

/** May a key stand in a word that is written together with others: `reol` in `bogreol`? */
export const mayBePart = (key: string): boolean => key.length >= LEAST_PART && WORD.test(key);

/** Does a longer key begin or end with a part? */
export const hasPart = (key: string, part: string): boolean =>
  mayBePart(part) && key.length >= part.length + LEAST_REST && (key.startsWith(part) || key.endsWith(part));

/** What languages write between the parts of a word. */
const LINK = /(?:en|es|er|s|n|e)$/;

const HANGUL = /^\p{Script=Hangul}+$/u;
/** A part of a Korean word has at least so many syllables. */
const LEAST_SYLLABLES = 2;

function leastPart(key: string, isJoining: boolean): number {
  if (HANGUL.test(key)) return LEAST_SYLLABLES;
  return isJoining ? LEAST_REST : LEAST_PART;
}

/**
 * The ways to divide a key in two, each with the first part as it is and without what links it. `isJoining`: is it of a language that writes words together?
 * In another one, some write two words as one, and both are longer: `bookclub`.
 */
export function divideKey(key: string, isJoining = true): (readonly [first: readonly string[], second: string])[] {
  if (!mayBePart(key)) return [];
  const least = leastPart(key, isJoining);
  const places = Array.from({ length: Math.max(0, key.length - 2 * least + 1) }, (_, at) => at + least);
  return places.map((at) => {
    const first = key.slice(0, at);
    const unlinked = first.replace(LINK, '');
    return [isJoining && unlinked.length >= LEAST_REST ? [first, unlinked] : [first], key.slice(at)];
  });
}

/** Does a text's language write words together, as German does, as far as its words tell? */
export function joinsWords(text: string): boolean {
  const likely = languagesOfText(text);
  return likely.length === 0 || likely.some((language) => language.joinsWords === true);
}
