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
  /** From 1. */
  readonly months: ReadonlyMap<string, number>;
  /** Those of the months that mean one without a word beside them. */
  readonly lonelyMonths: readonly string[];
  readonly weekdays: ReadonlyMap<string, number>;
  /** Those of them that no formatter writes. */
  readonly weekdayForms: ReadonlySet<string>;
  readonly numbers: ReadonlyMap<string, number>;
  /** A regular expression for whole words. */
  readonly regex: (source: string) => RegExp;
  /** The same; null where there is nothing to find. */
  readonly regexOf: (words: string, source?: (words: string) => string) => RegExp | null;
}

/** No text has it. */
export const NEVER = /(?!)/;
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

/** Any of these units, each in a group of its name. */
const patternOfUnits = (units: Partial<Record<CalendarUnit, string>>): string =>
  `(?:${UNITS.filter((unit) => units[unit] !== undefined)
    .map((unit) => `(?<${unit}>${patternFor(units[unit])})`)
    .join('|')})`;

/** Any of some units of a language, each in a group of its name. Default: all. */
export const unitPattern = ({ units }: DateWords, some = UNITS): string =>
  patternOfUnits(Object.fromEntries(some.map((unit) => [unit, units[unit]])));

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

/** Phrases for days, also with the part of the day behind them: "yesterday", "yesterday evening". */
export function withDayParts(
  { dayParts, isSpaced = true }: DateWords,
  days: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const parts = alternativesIn(dayParts).map((part) => (isSpaced ? ` ${part}` : part));
  const all = Object.entries(days).flatMap(([day, distance]) => ['', ...parts].map((part) => [day + part, distance]));
  // What is listed is meant as it is listed: "azi noapte" is the last night, and "azi" today.
  return { ...(Object.fromEntries(all) as Record<string, number>), ...days };
}

/** The numerals of a language, folded, with their values. */
function readNumerals({ numerals }: WordKinds): [string, number][] {
  return numerals
    .split(' ')
    .flatMap((forms, value) => alternativesIn(forms).map((form): [string, number] => [fold(form), value]));
}

/** Forms by their number, the first of which is `first`. */
const byNumber = (forms: readonly string[] | undefined, first: number): [string, number][] =>
  (forms ?? []).flatMap((list, at) => alternativesIn(list).map((form): [string, number] => [fold(form), at + first]));

/** The words of a language. */
export function lexiconOf(language: Language): DateLexicon {
  const { code, dateWords: words, wordKinds } = language;
  const { isSpaced = true } = words;
  const monthForms = byNumber(words.monthForms, 1);
  const weekdayForms = byNumber(words.weekdayForms, 0);
  const [open, close] = isSpaced ? [String.raw`(?<![\p{L}\p{M}\p{N}])`, String.raw`(?![\p{L}\p{M}\p{N}])`] : ['', ''];
  const regex = (source: string): RegExp => new RegExp(`${open}(?:${source})${close}`, 'gu');
  return {
    code,
    words,
    isSpaced,
    months: new Map([...namesOf(language, 'month'), ...monthForms, ...byNumber(words.datedMonths, 1)]),
    lonelyMonths: [
      ...monthForms.map(([form]) => form),
      ...(words.areMonthsAlone ? namesOf(language, 'month', ['long']).keys() : []),
    ],
    weekdays: new Map([...namesOf(language, 'weekday'), ...weekdayForms]),
    weekdayForms: new Set(weekdayForms.map(([form]) => form)),
    numbers: new Map([...readNumerals(wordKinds), ...byFolded(words.counts ?? {})]),
    regex,
    regexOf: (found, source = (same) => same) => (found === '' ? null : regex(source(found))),
  };
}

/** An expression with a number and a unit. */
export interface CountPattern {
  readonly pattern: RegExp;
  /** The number that a match says; null where it says none. */
  readonly count: (match: RegExpExecArray) => number | null;
}

/** The number that a word says; null for another. */
const readDateCount = ({ numbers }: DateLexicon, word: string): number | null =>
  numbers.get(word) ?? (/^\d+$/.test(word) ? Number(word) : null);

/** The patterns of an expression such as `{n} {unit} ago`, the longer ones first. `guard`: what must hold behind it. */
export function countPatterns(lexicon: DateLexicon, written: string, guard = ''): CountPattern[] {
  const { words, numbers, regex } = lexicon;
  const other = patternFor(words.notCounted);
  const number = `${other === '' ? '' : `(?<!(?:${other}) )`}(?<n>\\d{1,3}|${alternatives([...numbers.keys()])})`;
  const of = (text: string, unit: string): RegExp =>
    regex(`${escapeText(fold(text)).replace('\\{n\\}', number).replace('\\{unit\\}', unit)}${guard}`);
  const counted: CountPattern = {
    pattern: of(written, unitPattern(words)),
    count: ({ groups }) => readDateCount(lexicon, groups?.['n'] ?? ''),
  };
  const selfCounted = Object.entries(words.selfCounted ?? {}).map(([count, units]) => ({
    pattern: of(written.replace(/ ?\{n\}/, '').trim(), patternOfUnits(units)),
    count: () => Number(count),
  }));
  return [counted, ...selfCounted];
}
