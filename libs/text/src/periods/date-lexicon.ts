import { fold } from '../fold';
import type { CalendarUnit, DateWords } from '../languages/date-words';
import type { Language } from '../languages/language';
import type { WordKinds } from '../languages/word-kinds';
import { namesOf } from './date-names';

/** The words of a language for dates, as parts of regular expressions over folded text, and what they mean. */
export interface DateLexicon {
  readonly code: string;
  readonly words: DateWords;
  /** Does the language write spaces around these words? */
  readonly isSpaced: boolean;
  readonly months: ReadonlyMap<string, number>;
  readonly weekdays: ReadonlyMap<string, number>;
  readonly numbers: ReadonlyMap<string, number>;
  /** A regular expression for whole words. */
  readonly regex: (source: string) => RegExp;
  /** The same; null where there is nothing to find. */
  readonly regexOf: (words: string, source?: (words: string) => string) => RegExp | null;
}

/** No text has it. */
export const NEVER = /(?!)/;
const UNSPACED: ReadonlySet<string> = new Set(['zh', 'ja', 'ko']);

/** Does a language write spaces around the words for dates? */
export const isSpaced = ({ code }: Pick<Language, 'code'>): boolean => !UNSPACED.has(code);

const UNITS: readonly CalendarUnit[] = ['day', 'week', 'month', 'year'];

/** A text as a regular expression that finds it. */
export const escapeText = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&');

/** Words as alternatives, the longest first. */
export const alternatives = (words: readonly string[]): string =>
  [...new Set(words.map(fold))]
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length)
    .map(escapeText)
    .join('|');

/** The alternatives in a list of {@link DateWords}. */
export const alternativesIn = (text: string | undefined): string[] =>
  (text ?? '').split('|').filter((word) => word !== '');

/** The words of a list, as a part of a regular expression; empty where there are none. */
export const patternFor = (text: string | undefined): string => alternatives(alternativesIn(text));

/** Two lists of {@link DateWords} as one. */
export const joinAlternatives = (...lists: readonly (string | undefined)[]): string =>
  lists.flatMap(alternativesIn).join('|');

/** Any of some units, each in a group of its name. Default: all. */
export const unitPattern = ({ units }: DateWords, some = UNITS): string =>
  `(?:${some.map((unit) => `(?<${unit}>${patternFor(units[unit])})`).join('|')})`;

const byFolded = <Value>(values: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> =>
  new Map(Object.entries(values).map(([phrase, value]) => [fold(phrase), value]));

/** Phrases with what they mean. */
interface DatePhrases<Value> {
  /** As alternatives of a regular expression; empty where there are none. */
  readonly phrases: string;
  /** Null where there are none. */
  readonly pattern: RegExp | null;
  readonly valueOf: (phrase: string) => Value | undefined;
}

/** Phrases with what they mean, as a regular expression and a reader. */
export function readPhrases<Value>(
  { regexOf }: Pick<DateLexicon, 'regexOf'>,
  phrases: Readonly<Record<string, Value>> | undefined,
): DatePhrases<Value> {
  const values = byFolded(phrases ?? {});
  const found = alternatives([...values.keys()]);
  return { phrases: found, pattern: regexOf(found), valueOf: (phrase) => values.get(phrase) };
}

/** The numerals of a language, folded, with their values. */
function readNumerals({ numerals }: WordKinds): [string, number][] {
  return numerals
    .split(' ')
    .flatMap((forms, value) => alternativesIn(forms).map((form): [string, number] => [fold(form), value]));
}

/** The words of a language; null where its dates are not read. */
export function lexiconOf({ code, dateWords: words, wordKinds }: Language): DateLexicon | null {
  if (words === undefined) return null;
  const spaced = isSpaced({ code });
  const [open, close] = spaced ? [String.raw`(?<![\p{L}\p{M}\p{N}])`, String.raw`(?![\p{L}\p{M}\p{N}])`] : ['', ''];
  const regex = (source: string): RegExp => new RegExp(`${open}(?:${source})${close}`, 'gu');
  return {
    code,
    words,
    isSpaced: spaced,
    months: namesOf(code, 'month'),
    weekdays: namesOf(code, 'weekday'),
    numbers: new Map([...readNumerals(wordKinds), ...byFolded(words.counts ?? {})]),
    regex,
    regexOf: (found, source = (same) => same) => (found === '' ? null : regex(source(found))),
  };
}

/** The pattern of an expression with a number and a unit, such as `{n} {unit} ago`. `guard`: what must hold behind it. */
export function countPattern({ words, numbers, regex }: DateLexicon, written: string, guard = ''): RegExp {
  const count = `(?<n>\\d{1,3}|${alternatives([...numbers.keys()])})`;
  const source = escapeText(fold(written)).replace('\\{n\\}', count).replace('\\{unit\\}', unitPattern(words));
  return regex(`${source}${guard}`);
}

/** The number that a word of {@link countPattern} says; null for another. */
export const readDateCount = ({ numbers }: DateLexicon, word: string): number | null =>
  numbers.get(word) ?? (/^\d+$/.test(word) ? Number(word) : null);
