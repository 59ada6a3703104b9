import { isDayName, isOfKind } from '@crumbtrail/text';
import type { Fingerprint } from './fingerprint';

/** What a text says of a subject: the words around its values, and the values. */
export interface ValueStatement {
  /** Equal for two texts that say the same with other values: their words in order, each number as `#`, without function words, dates and corrections. */
  readonly subject: string;
  /** The numbers, in order. */
  readonly numbers: readonly string[];
  /** The names of months and days of the week, in order. */
  readonly days: readonly string[];
}

/** Shorter texts that differ in a number are lists more often than facts. */
const LEAST_WORDS = 4;
/** Fewer words than this name no subject. */
const LEAST_SUBJECT = 2;
const DIGIT = /\p{Nd}/u;
const NUMBER = '#';
/** What asks states nothing that could be outdated. */
const QUESTION = /[?？؟;՞]/u;

const isNumber = (word: string): boolean =>
  DIGIT.test(word) || (isOfKind(word, 'numerals', 'quantities') && !isOfKind(word, 'functionWords'));
const isSilent = (word: string): boolean => isOfKind(word, 'functionWords', 'corrections');

function readStatement({ exact, words }: Fingerprint): ValueStatement | null {
  if (words.length < LEAST_WORDS || QUESTION.test(exact)) return null;
  const days = words.filter(isDayName);
  const rest = words.filter((word) => !isDayName(word));
  const numbers = rest.filter(isNumber);
  if (numbers.length + days.length === 0) return null;
  const subject = rest
    .filter((word) => isNumber(word) || !isSilent(word))
    .map((word) => (isNumber(word) ? NUMBER : word));
  if (subject.length - numbers.length < LEAST_SUBJECT) return null;
  return { subject: subject.join(' '), numbers, days };
}

/** By fingerprint, which is kept for a text: the same texts come with every build of a conversation. */
const remembered = new WeakMap<Fingerprint, ValueStatement | null>();

/** What a text states of a subject with values; null for a question, and for a text that has no values or names no subject. */
export function readValueStatement(fingerprint: Fingerprint): ValueStatement | null {
  const known = remembered.get(fingerprint);
  if (known !== undefined) return known;
  const statement = readStatement(fingerprint);
  remembered.set(fingerprint, statement);
  return statement;
}

const differences = (a: readonly string[], b: readonly string[]): number =>
  a.filter((value, at) => value !== b[at]).length;

/**
 * The values of `older` that `newer`, about the same subject, no longer has: one number, or else the days. Empty where they differ in several
 * numbers, as things of a list do, or in nothing.
 */
export function replacedValues(older: ValueStatement, newer: ValueStatement): readonly string[] {
  if (older.subject !== newer.subject) return [];
  const changed = differences(older.numbers, newer.numbers);
  if (changed === 1) return older.numbers.filter((value, at) => value !== newer.numbers[at]);
  const isMoved = changed === 0 && older.days.length > 0 && older.days.length === newer.days.length;
  return isMoved ? older.days.filter((day, at) => day !== newer.days[at]) : [];
}
