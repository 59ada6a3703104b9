import { fold } from '../fold';
import type { CalendarUnit } from '../languages/date-words';
import {
  agoAt,
  dayAt,
  dayOf,
  listYears,
  monthOf,
  unitAt,
  weekendAt,
  yearOf,
  type Calendar,
  type DayRange,
} from './calendar';
import { languagesOfQuestion, type LikelyLanguages } from './date-languages';
import { patternsOf, splitDateWords, type DatePatterns } from './date-patterns';
import { readHolidays } from './holidays';
import { correctDays } from './misspelt-days';
import { matchAll, type NamedPeriod, type Reader } from './reader';

/** The days that a text names. */
export interface ReadPeriod extends DayRange {
  /** How it names them, folded. */
  readonly words: string;
  /** Is it all the time before or since a day? Then most of what was said may be in it. */
  readonly isOpen: boolean;
}

const DAY = 86_400_000;
const UNITS: readonly CalendarUnit[] = ['day', 'week', 'month', 'year'];
/** A season begins with this month, counted from 1, and has three. */
const SEASON_MONTHS = [3, 6, 9, 12];

/** The unit that a group of a match names. */
const unitIn = ({ groups = {} }: RegExpExecArray): CalendarUnit =>
  UNITS.find((unit) => groups[unit] !== undefined) ?? 'day';

const readDays: Reader = (text, { days, dayDistance }, { today }) =>
  matchAll(text, days, ([word]) => [unitAt(today, 'day', dayDistance(word))]);

const readAgo: Reader = (text, { ago }, { today }) =>
  ago.flatMap(({ pattern, count: countOf }) =>
    matchAll(text, pattern, (match) => {
      const count = countOf(match);
      return count === null ? [] : [agoAt(today, unitIn(match), count)];
    }),
  );

const readAges: Reader = (text, { ages, age }, { today }) =>
  matchAll(text, ages, ([word]) => [dayAt(today - age(word) * DAY)]);

const readWhole: Reader = (text, { whole, wholeOf }, { today }) =>
  matchAll(text, whole, ([word]) => {
    const [unit, distance] = wholeOf(word);
    return [unit === 'weekend' ? weekendAt(today, distance < 0 ? -1 : 0) : unitAt(today, unit, distance)];
  });

const readLast: Reader = (text, { lastUnit, thisUnit }, { today }) => [
  ...lastUnit.flatMap((pattern) => matchAll(text, pattern, (match) => [unitAt(today, unitIn(match), -1)])),
  ...thisUnit.flatMap((pattern) => matchAll(text, pattern, (match) => [unitAt(today, unitIn(match), 0)])),
];

/** The latest day of that weekday before today, or today; Sunday is 0. */
function latestWeekday(today: number, weekday: number): DayRange {
  const back = (new Date(today).getUTCDay() - weekday + 7) % 7;
  return dayAt(today - (back === 0 ? 7 : back) * DAY);
}

const weekdayReader =
  (patternOf: (patterns: DatePatterns) => RegExp | null): Reader =>
  (text, patterns, { today }) =>
    matchAll(text, patternOf(patterns), (match) => [
      latestWeekday(today, patterns.weekday(match.groups?.['weekday'] ?? '')),
    ]);
const readWeekdays = weekdayReader(({ weekdays }) => weekdays);
const readUnspacedWeekdays = weekdayReader(({ unspacedWeekdays }) => unspacedWeekdays);

/** The latest weekend that is over; on a Saturday or Sunday this one, too, which may be meant as well. */
const readWeekend: Reader = (text, { weekend }, { today }) =>
  matchAll(text, weekend, () => {
    const [last, current] = [weekendAt(today, -1), weekendAt(today, 0)];
    return current.from <= today ? [current, last] : [last];
  });

const readLastWeekend: Reader = (text, { lastWeekend }, { today }) =>
  lastWeekend.flatMap((pattern) => matchAll(text, pattern, () => [weekendAt(today, -1)]));

/** Years as two digits are those of this century. */
const fullYear = (text: string): number => (text.length <= 2 ? 2_000 + Number(text) : Number(text));

const readDates: Reader = (text, { dates, month }, calendar) =>
  dates.flatMap((pattern) =>
    matchAll(text, pattern, ({ groups = {} }) => {
      const { day, month: name = '', year } = groups;
      const years = year === undefined ? listYears(calendar) : [fullYear(year)];
      return years.map((one) => dayOf(one, month(name), Number(day)));
    }),
  );

const readMonths: Reader = (text, { months, month }, calendar) =>
  months.flatMap((pattern) =>
    matchAll(text, pattern, ({ groups = {} }) => {
      const { month: name = '', year } = groups;
      const years = year === undefined ? listYears(calendar) : [Number(year)];
      return years.map((one) => monthOf(one, month(name)));
    }),
  );

const ISO = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g;
const NUMERIC = /(?<![\d.,/-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-])/g;

const readNumeric: Reader = (text) => [
  ...matchAll(text, ISO, ([, year, month, day]) => [dayOf(Number(year), Number(month), Number(day))]),
  // Points are written after days; slashes after either, so both are meant.
  ...matchAll(text, NUMERIC, ([, a, sign, b, year = '']) => [
    dayOf(fullYear(year), Number(b), Number(a)),
    ...(sign === '/' && a !== b ? [dayOf(fullYear(year), Number(a), Number(b))] : []),
  ]),
];

const readYears: Reader = (text, { years }) =>
  matchAll(text, years, ({ groups }) => [yearOf(Number(groups?.['year']))]);

const readNth: Reader = (text, { nth }, { today }) =>
  matchAll(text, nth, ({ groups }) => {
    const date = new Date(today);
    const wanted = Number(groups?.['day']);
    const inMonth = (back: number): DayRange | null => {
      const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1));
      return dayOf(month.getUTCFullYear(), month.getUTCMonth() + 1, wanted);
    };
    const latest = [0, 1, 2].map(inMonth).find((one) => one !== null && one.from <= today);
    return latest ? [latest] : [];
  });

const readSeasons: Reader = (text, { seasons, season }, calendar) =>
  matchAll(text, seasons, ({ groups = {} }) => {
    const first = SEASON_MONTHS[season(groups['season'] ?? '')] ?? 3;
    const years = groups['year'] === undefined ? listYears(calendar) : [Number(groups['year'])];
    return years.map((year) => ({ from: monthOf(year, first).from, to: monthOf(year, first + 2).to }));
  });

/** Longer expressions first: what one has read, the later ones leave. */
const READERS: readonly Reader[] = [
  readNumeric,
  readHolidays,
  readDates,
  readSeasons,
  readMonths,
  readAges,
  readAgo,
  readUnspacedWeekdays,
  readLastWeekend,
  readWhole,
  readDays,
  readWeekend,
  readLast,
  readWeekdays,
  readNth,
  readYears,
];

/** Does it stand partly in another? A day and a month that may be either stand in the same place. */
const isTaken = (one: NamedPeriod, others: readonly NamedPeriod[]): boolean =>
  others.some(({ from, to }) => one.from < to && from < one.to && (from !== one.from || to !== one.to));

const isSamePeriod = (one: NamedPeriod, other: NamedPeriod): boolean =>
  one.from === other.from && one.range.from === other.range.from && one.range.to === other.range.to;

function readNamed(text: string, patterns: DatePatterns, calendar: Calendar): NamedPeriod[] {
  const found: NamedPeriod[] = [];
  for (const read of READERS)
    for (const one of read(text, patterns, calendar))
      if (!isTaken(one, found) && !found.some((other) => isSamePeriod(one, other))) found.push(one);
  return found.sort((a, b) => a.from - b.from);
}

/** How many days "the weekend before" and "the week before" a day go back. */
const SPAN_DAYS = 8;

/** "the weekend before 4 October": the days just before it, where a unit is named; null where none is. */
function spanBefore(before: string, { from }: DayRange, { unitAtEnd }: DatePatterns): DayRange | null {
  return unitAtEnd.test(before) ? { from: from - SPAN_DAYS * DAY, to: from } : null;
}

/** "from … to …", "before …", "since …": the days that are meant by a day that is named. */
function applyWords(
  text: string,
  named: readonly NamedPeriod[],
  patterns: DatePatterns,
  { today, first }: Calendar,
): ReadPeriod[] {
  const read: ReadPeriod[] = [];
  for (let at = 0; at < named.length; at += 1) {
    const { range, from, to } = named[at] as NamedPeriod;
    const before = text.slice(0, from);
    const next = named.slice(at + 1).find((one) => one.from >= to);
    if (next && patterns.between.test(before) && patterns.and.test(text.slice(to, next.from))) {
      read.push({ from: range.from, to: next.range.to, words: text.slice(from, next.to), isOpen: false });
      at = named.indexOf(next);
      continue;
    }
    const words = text.slice(from, to);
    const isBefore = patterns.before.test(before);
    const span = isBefore ? spanBefore(before, range, patterns) : null;
    if (isBefore && span === null) read.push({ from: first, to: range.from, words, isOpen: true });
    else if (patterns.after.test(before)) read.push({ from: range.from, to: today + DAY, words, isOpen: true });
    read.push({ ...(span ?? range), words, isOpen: false });
  }
  return read;
}

/** "between 5 and 7 November": the first day has the month of the second. */
function completeFirst(text: string, patterns: DatePatterns): string {
  return patterns.firstOfTwo
    ? text.replace(patterns.firstOfTwo, (whole: string, ...rest: unknown[]) => {
        const { day = '', month = '' } = rest.at(-1) as Record<string, string>;
        return whole.replace(day, `${day} ${month}`);
      })
    : text;
}

/** Shorter words for days are other words and names, too, where nothing tells the language: `leo`, `ma`. */
const SHORTEST_DAY = 5;

/** A text, folded, with its words. */
interface FoldedText {
  readonly folded: string;
  readonly words: readonly string[];
}

/** What one language reads as a whole, another may know a part of: "last weekend" and "weekend", "xuño de 2026" and "de 2026". */
const isPartOfAny = ({ words }: ReadPeriod, others: readonly ReadPeriod[]): boolean =>
  others.some((other) => other.words !== words && other.words.includes(words));

/** The days that a text names in languages that are equally likely, each once: "22 listopada" is in November in Polish and in October in Croatian. */
function readInLanguages(
  { folded, words }: FoldedText,
  { languages, isTold }: LikelyLanguages,
  calendar: Calendar,
): ReadPeriod[] {
  const found = new Map<string, ReadPeriod>();
  for (const language of languages) {
    const patterns = patternsOf(language);
    const corrected = isTold && !patterns.mayMatch(words) ? correctDays(folded, patterns) : folded;
    if (corrected === folded && !patterns.mayMatch(words)) continue;
    const completed = completeFirst(corrected, patterns);
    const named = readNamed(completed, patterns, calendar);
    const sure = isTold ? named : named.filter(({ from, to }) => to - from >= SHORTEST_DAY);
    for (const one of applyWords(completed, sure, patterns, calendar))
      found.set(`${one.from} ${one.to} ${one.isOpen} ${one.words}`, one);
  }
  const all = [...found.values()];
  return all.filter((one) => !isPartOfAny(one, all));
}

/** Of a longer text its beginning and its end are read: a pasted page has its question at one of them. */
const MOST_READ = 4_000;

/**
 * The days that a text names, in its language: dates, weekdays, "yesterday", "two weeks ago", "last month", "in 2024", "between … and …", "before …". A day without
 * a year counts for each year since the first day. Empty where it names none.
 */
export function readPeriods(text: string, calendar: Calendar): ReadPeriod[] {
  const read = text.length > MOST_READ ? `${text.slice(0, MOST_READ / 2)}\n${text.slice(-MOST_READ / 2)}` : text;
  const folded = fold(read.toWellFormed());
  const words = splitDateWords(folded);
  const best = languagesOfQuestion(read)
    .map((likely) => readInLanguages({ folded, words }, likely, calendar))
    .reduce((known, found) => (known.every((one) => isPartOfAny(one, found)) ? found : known), []);
  if (best.length > 0) return best;
  return readNumeric(folded, NO_PATTERNS, calendar).map(({ range, from, to }) => ({
    ...range,
    words: folded.slice(from, to),
    isOpen: false,
  }));
}

const NO_PATTERNS = {} as DatePatterns;
