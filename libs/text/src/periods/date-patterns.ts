import { fold } from '../fold';
import type { CalendarUnit } from '../languages/date-words';
import type { Language } from '../languages/language';
import {
  alternatives,
  readDateCount,
  countPattern,
  lexiconOf,
  patternFor,
  NEVER,
  joinAlternatives,
  readPhrases,
  alternativesIn,
  unitPattern,
  type DateLexicon,
} from './date-lexicon';

/** The expressions of a language for days and periods, over folded text, and what their words mean. */
export interface DatePatterns extends RelativePatterns, NamedPatterns, AroundPatterns {
  /** False if no pattern matches a text of these words: they have neither a digit nor the name of a day, a unit, a month or a season. */
  readonly mayMatch: (words: readonly string[]) => boolean;
}

/** Days by their distance from today. */
interface RelativePatterns {
  readonly days: RegExp | null;
  readonly dayDistance: (word: string) => number;
  readonly ago: readonly RegExp[];
  readonly number: (word: string) => number | null;
  readonly ages: RegExp | null;
  readonly age: (word: string) => number;
  readonly whole: RegExp | null;
  readonly wholeOf: (word: string) => readonly [CalendarUnit, number];
  readonly lastUnit: readonly RegExp[];
  readonly thisUnit: readonly RegExp[];
  readonly weekdays: RegExp;
  readonly weekday: (name: string) => number;
  readonly weekend: RegExp | null;
}

/** Days, months, seasons and years by their names. */
interface NamedPatterns {
  readonly dates: readonly RegExp[];
  readonly months: readonly RegExp[];
  /** Counted from 1. */
  readonly month: (name: string) => number;
  readonly years: RegExp | null;
  readonly nth: RegExp | null;
  readonly seasons: RegExp | null;
  readonly season: (name: string) => number;
}

/** What stands before, between and after days. */
interface AroundPatterns {
  readonly between: RegExp;
  readonly and: RegExp;
  readonly before: RegExp;
  readonly after: RegExp;
  readonly firstOfTwo: RegExp | null;
  /** "the week before", "the weekend before", at the end of what stands before a day. */
  readonly unitAtEnd: RegExp;
}

/** Words after which the name of a month alone is a month. */
const BEFORE_MONTH = 'in|im|en|em|nel|i|during|since|last|this|w|в|у|τον|في|ב|में';
const YEAR = String.raw`(?<year>(?:19|20)\d\d)`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|er|º|ª)?`;
/** What may stand between a day, its month and the year. */
const LINK = String.raw`[\s.,]{0,3}(?:of|de|del|di|den|ב)?\s{0,2}`;
/** Names of weekdays with fewer letters are other words, too. */
const SHORTEST_WEEKDAY = 4;

const monthPattern = ({ months }: DateLexicon): string => `(?<month>${alternatives([...months.keys()])})\\.?`;

/** A word before or after a unit: "last week", "la semaine dernière". */
function besideUnit({ words, isSpaced, regex }: DateLexicon, text: string | undefined): RegExp[] {
  const beside = patternFor(text);
  if (!isSpaced || beside === '') return [];
  return [regex(`(?:${beside})[ -]${unitPattern(words)}`), regex(`${unitPattern(words)} (?:${beside})`)];
}

function relativePatterns(lexicon: DateLexicon): RelativePatterns {
  const { words, weekdays, isSpaced, regex, regexOf } = lexicon;
  const days = readPhrases(lexicon, words.days);
  const ages = readPhrases(lexicon, words.ages);
  const whole = readPhrases(lexicon, words.whole);
  const shortest = isSpaced ? SHORTEST_WEEKDAY : 2;
  const names = [...weekdays.keys()].filter((name) => [...name].length >= shortest);
  const before = patternFor(words.before);
  return {
    days: days.pattern,
    dayDistance: (word) => days.valueOf(word) ?? 0,
    ago: words.ago.map((written) => countPattern(lexicon, written)),
    number: (word) => readDateCount(lexicon, word),
    ages: ages.pattern,
    age: (word) => ages.valueOf(word) ?? 0,
    whole: whole.pattern,
    wholeOf: (word) => whole.valueOf(word) ?? ['day', 0],
    lastUnit: besideUnit(lexicon, joinAlternatives(words.last, words.recent)),
    thisUnit: besideUnit(lexicon, words.this),
    weekdays: regex(`(?<weekday>${alternatives(names)})`),
    weekday: (name) => weekdays.get(name) ?? 0,
    weekend: regexOf(
      patternFor(words.weekend),
      (found) => `(?:${found})${before === '' ? '' : `(?!\\s+(?:${before})\\s)`}`,
    ),
  };
}

/** A day and its month, as a language writes them. */
function dateSources(lexicon: DateLexicon): string[] {
  const { code, isSpaced } = lexicon;
  if (!isSpaced)
    return [
      String.raw`(?:${YEAR}\s{0,2}[年년]\s{0,2})?(?<month>\d{1,2})\s{0,2}[月월]\s{0,2}(?<day>\d{1,2})\s{0,2}[日号號일]?`,
    ];
  const month = monthPattern(lexicon);
  const monthFirst = `${month} ${DAY}(?![:\\d])(?:,? ?(?:of )?${YEAR})?`;
  return [`${DAY}${LINK}${month}(?:${LINK}${YEAR})?`, ...(code === 'en' ? [monthFirst] : [])];
}

/** Months alone. The names of some are other words, too: without a year they count only after a word that makes them a month. */
function monthSources(lexicon: DateLexicon): string[] {
  if (!lexicon.isSpaced) return [String.raw`${YEAR}\s{0,2}[年년]\s{0,2}(?<month>\d{1,2})\s{0,2}[月월]`];
  const month = monthPattern(lexicon);
  return [`${month} (?:de |of )?${YEAR}`, `(?:${patternFor(BEFORE_MONTH)})[ -]${month}`];
}

function namedPatterns(lexicon: DateLexicon): NamedPatterns {
  const { words, months, isSpaced, regex, regexOf } = lexicon;
  const seasons = (words.seasons ?? '').split(' ').map(alternativesIn);
  return {
    dates: dateSources(lexicon).map(regex),
    months: monthSources(lexicon).map(regex),
    month: (name) => months.get(name) ?? Number(name),
    years: isSpaced
      ? regexOf(patternFor(words.beforeYear), (found) => `(?:${found}) ${YEAR}`)
      : regex(String.raw`${YEAR}\s{0,2}[年년](?!\s{0,2}\d)`),
    nth: regexOf(patternFor(words.beforeNth), (found) => String.raw`(?:${found}) (?<day>\d{1,2})(?:st|nd|rd|th)`),
    seasons: regexOf(alternatives(seasons.flat()), (found) => `(?<season>${found})(?:${LINK}(?:in )?${YEAR})?`),
    season: (name) => seasons.findIndex((list) => list.map(fold).includes(name)),
  };
}

/** What stands just before a day. */
const endsIn = (words: string): RegExp =>
  words === '' ? NEVER : new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})\s{0,2}$`, 'u');

function aroundPatterns(lexicon: DateLexicon): AroundPatterns {
  const { words, isSpaced } = lexicon;
  const [between, and, before] = [patternFor(words.between), patternFor(words.and), patternFor(words.before)];
  const units = alternatives([
    ...alternativesIn(words.units.day),
    ...alternativesIn(words.units.week),
    ...alternativesIn(words.weekend),
  ]);
  const hasTwo = isSpaced && between !== '' && and !== '';
  return {
    between: endsIn(between),
    and: and === '' ? NEVER : new RegExp(`^\\s{0,2}(?:${and})[\\s\\S]{0,8}$`, 'u'),
    before: endsIn(before),
    after: endsIn(patternFor(words.after)),
    firstOfTwo: hasTwo
      ? new RegExp(`(?:${between}) (?<day>\\d{1,2})\\.? (?:${and}) \\d{1,2}\\.? ${monthPattern(lexicon)}`, 'u')
      : null,
    unitAtEnd: before === '' ? NEVER : endsIn(`(?:${units}) (?:${before})`),
  };
}

/** The words of a folded text, where the patterns see their borders. */
export const splitDateWords = (text: string): readonly string[] => text.split(/[^\p{L}\p{M}\p{N}]+/u);

const longestWord = (phrase: string): string =>
  splitDateWords(phrase).reduce((longest, word) => (word.length > longest.length ? word : longest), '');

/** Every expression has a digit or one of these words; of a phrase, its longest word. */
function tellingWords({ words, months, weekdays }: DateLexicon): ReadonlySet<string> {
  const { days, ages = {}, whole = {}, units, weekend, seasons = '' } = words;
  const phrases = [
    ...[days, ages, whole].flatMap((one) => Object.keys(one)),
    ...[...Object.values(units), weekend, ...seasons.split(' ')].flatMap(alternativesIn),
  ];
  return new Set([...phrases.map(fold), ...months.keys(), ...weekdays.keys()].map(longestWord));
}

/** Most questions name no day, and to find that out by two dozen patterns takes longer than to search by their words. */
function createQuickTest(lexicon: DateLexicon): DatePatterns['mayMatch'] {
  if (!lexicon.isSpaced) return () => true;
  const telling = tellingWords(lexicon);
  return (words) => words.some((word) => telling.has(word) || /\d/.test(word));
}

const known = new Map<string, DatePatterns | null>();

/** The expressions of a language; null where its dates are not read. */
export function patternsOf(language: Language): DatePatterns | null {
  const found = known.get(language.code);
  if (found !== undefined) return found;
  const lexicon = lexiconOf(language);
  const created = lexicon && {
    ...relativePatterns(lexicon),
    ...namedPatterns(lexicon),
    ...aroundPatterns(lexicon),
    mayMatch: createQuickTest(lexicon),
  };
  known.set(language.code, created);
  return created;
}
