import type { CalendarUnit, DateWords, RelativeUnit } from '../languages/date-words';
import type { Language } from '../languages/language';
import { dayAt, unitAt, weekendAt, type DayRange } from './calendar';
import {
  alternatives,
  alternativesIn,
  countPatterns,
  lexiconOf,
  patternFor,
  readPhrases,
  unitPattern,
  withDayParts,
  type CountPattern,
  type DateLexicon,
} from './date-lexicon';

/** The days that an expression names. */
export interface NamedUnit {
  readonly unit: RelativeUnit;
  readonly range: DayRange;
}

/** One kind of expression of a language for days relative to another, over folded text. */
export interface RelativePattern {
  readonly pattern: RegExp;
  /** What a match names, as of a day; null where it names nothing. */
  readonly read: (match: RegExpExecArray, today: number) => NamedUnit | null;
}

const DAY = 86_400_000;
const UNITS: readonly CalendarUnit[] = ['day', 'week', 'month', 'year'];
/** Units of which "the last" and "the next" one are reckoned from today. "The next day" is reckoned from another. */
const RECKONED: readonly CalendarUnit[] = ['week', 'month', 'year'];
/** An expression for a day so many days ago says about when that was. */
const EXACT_DAYS = 7;

const nameUnit = (today: number, unit: CalendarUnit, distance: number): NamedUnit => ({
  unit,
  range: unitAt(today, unit, distance),
});

function present(pattern: RegExp | null, read: RelativePattern['read']): RelativePattern[] {
  return pattern === null ? [] : [{ pattern, read }];
}

/** Phrases for days in the past and to come; one that may be either is left out. */
function distancesOf(words: DateWords): Readonly<Record<string, number>> {
  const { days, future } = words;
  const past = Object.entries(days).filter(([phrase]) => future?.days[phrase] === undefined);
  const ahead = Object.entries(future?.days ?? {}).filter(([phrase]) => days[phrase] === undefined);
  return { ...withDayParts(words, Object.fromEntries(past)), ...Object.fromEntries(ahead) };
}

function dayPatterns(lexicon: DateLexicon): RelativePattern[] {
  const { words, weekdays, regexOf } = lexicon;
  const days = readPhrases(lexicon, distancesOf(words));
  const other = alternativesIn(words.future?.notAfter);
  const notAfter = other.length === 0 ? '' : alternatives([...other, ...weekdays.keys()]);
  const guard = notAfter === '' ? '' : `(?<!(?:^|[^\\p{L}])(?:${notAfter}) )`;
  const pattern = regexOf(days.phrases, (found) => `${guard}(?:${found})`);
  return present(pattern, ([phrase], today) => nameUnit(today, 'day', days.valueOf(phrase) ?? 0));
}

function countedPatterns(lexicon: DateLexicon): RelativePattern[] {
  const { words } = lexicon;
  const reader =
    (sign: 1 | -1, countOf: CountPattern['count']): RelativePattern['read'] =>
    (match, today) => {
      const count = countOf(match);
      const unit = UNITS.find((one) => match.groups?.[one] !== undefined);
      return count === null || unit === undefined ? null : nameUnit(today, unit, sign * count);
    };
  const { ahead = [], notBefore } = words.future ?? {};
  const guard = notBefore === undefined ? '' : `(?! (?:${patternFor(notBefore)})[^\\p{L}])`;
  const inPast = words.ago.flatMap((written) => countPatterns(lexicon, written));
  const toCome = ahead.flatMap((written) => countPatterns(lexicon, written, guard));
  return [
    ...inPast.map(({ pattern, count }) => ({ pattern, read: reader(-1, count) })),
    ...toCome.map(({ pattern, count }) => ({ pattern, read: reader(1, count) })),
  ];
}

function agePatterns(lexicon: DateLexicon): RelativePattern[] {
  const { words, regexOf } = lexicon;
  const ages = readPhrases(lexicon, words.ages);
  const whole = readPhrases(lexicon, { ...words.whole, ...words.future?.whole });
  return [
    ...present(regexOf(whole.phrases), ([phrase], today) => {
      const [unit, distance] = whole.valueOf(phrase) ?? (['day', 0] as const);
      if (unit === 'weekend') return { unit, range: weekendAt(today, distance < 0 ? -1 : 0) };
      return nameUnit(today, unit, distance);
    }),
    ...present(regexOf(ages.phrases), ([phrase], today) => {
      const days = ages.valueOf(phrase) ?? 0;
      return days < EXACT_DAYS ? nameUnit(today, 'day', -days) : nameUnit(today - days * DAY, 'week', 0);
    }),
  ];
}

/** Last, this or next. */
type Which = -1 | 0 | 1;

/** The day of a week nearest to today; Sunday is 0. */
function weekdayAt(today: number, weekday: number, which: Which): DayRange {
  const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7;
  if (which === 0) return dayAt(today + ahead * DAY);
  return dayAt(today + (which === 1 ? ahead || 7 : ahead - 7) * DAY);
}

/** A word before or after what it is about: "last Monday", "lundi dernier". */
function besidePatterns(lexicon: DateLexicon, beside: string, which: Which): RelativePattern[] {
  const { words, weekdays, regex } = lexicon;
  if (beside === '') return [];
  const around = (source: string, read: RelativePattern['read']): RelativePattern[] =>
    source === ''
      ? []
      : [`(?:${beside})[ -]${source}`, `${source} (?:${beside})`].map((found) => ({ pattern: regex(found), read }));
  const weekend = patternFor(words.weekend);
  return [
    ...around(weekend === '' ? '' : `(?:${weekend})`, (_, today) => ({
      unit: 'weekend',
      range: weekendAt(today, which),
    })),
    ...around(`(?<weekday>${alternatives([...weekdays.keys()])})`, ({ groups }, today) => ({
      unit: 'day',
      range: weekdayAt(today, weekdays.get(groups?.['weekday'] ?? '') ?? 0, which),
    })),
    ...around(unitPattern(words, RECKONED), ({ groups }, today) => {
      const unit = RECKONED.find((one) => groups?.[one] !== undefined);
      return unit === undefined ? null : nameUnit(today, unit, which);
    }),
  ];
}

function createPatterns(lexicon: DateLexicon): readonly RelativePattern[] {
  const { words, isSpaced } = lexicon;
  const beside = (list: string | undefined, which: Which): RelativePattern[] =>
    isSpaced ? besidePatterns(lexicon, patternFor(list), which) : [];
  return [
    ...countedPatterns(lexicon),
    ...agePatterns(lexicon),
    ...dayPatterns(lexicon),
    ...beside(words.last, -1),
    ...beside(words.future?.next, 1),
    ...beside(words.this, 0),
  ];
}

const known = new Map<string, readonly RelativePattern[]>();

/** The expressions of a language, the longer ones first. */
export function relativePatternsOf(language: Language): readonly RelativePattern[] {
  const found = known.get(language.code);
  if (found !== undefined) return found;
  const created = createPatterns(lexiconOf(language));
  known.set(language.code, created);
  return created;
}
