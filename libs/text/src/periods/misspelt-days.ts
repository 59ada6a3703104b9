import { countEdits, isSpelledLike } from '../resemblance';
import type { DatePatterns } from './date-patterns';

const WORD = /[\p{L}\p{M}]+/gu;
const sortLetters = (word: string): string => Array.from(word).sort().join('');

/** Does a word lack one letter of another, have one too many, or two that changed places? One with another letter is mostly a name: `Sundar`. */
const isMistyped = (word: string, day: string): boolean =>
  isSpelledLike(word, day) &&
  countEdits(word, day) === 1 &&
  (word.length !== day.length || sortLetters(word) === sortLetters(day));

/** A folded text with the words for days that it misspells put right: `last thrusday`. */
export const correctDays = (text: string, { dayWords }: Pick<DatePatterns, 'dayWords'>): string =>
  text.replaceAll(WORD, (word) => dayWords.find((day) => isMistyped(word, day)) ?? word);
