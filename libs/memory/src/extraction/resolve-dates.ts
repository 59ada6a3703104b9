const DAY_MS = 86_400_000;
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const COUNTS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A part of a text that names a day, week, month or year relative to when it was said. */
export interface ResolvedDate {
  /** Index in the text after the words. */
  readonly end: number;
  /** What the words mean: `7 May 2023`, `April 2023`, `2022`. */
  readonly label: string;
  /** When that begins. */
  readonly at: string;
}

type Unit = 'day' | 'week' | 'month' | 'year';

const RELATIVE = new RegExp(
  [
    '\\b(?<day>the day before yesterday|the day after tomorrow|yesterday|last night|today|tonight|this (?:morning|afternoon|evening)|tomorrow)\\b',
    `\\b(?<count>\\d{1,3}|an?|${COUNTS.slice(1).join('|')}) (?<unit>day|week|month|year)s? (?<way>ago|from now)\\b`,
    `\\b(?<ahead>in) (?<aheadCount>\\d{1,3}|an?|${COUNTS.slice(1).join('|')}) (?<aheadUnit>day|week|month|year)s?\\b(?! of)`,
    `\\b(?<which>last|next|this|this past) (?<period>week|weekend|month|year|${WEEKDAYS.join('|')})\\b`,
  ].join('|'),
  'gi',
);

const DAYS: Readonly<Record<string, number>> = {
  'the day before yesterday': -2,
  yesterday: -1,
  'last night': -1,
  tomorrow: 1,
  'the day after tomorrow': 2,
};

const labelDay = (date: Date): string =>
  `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;

function addMonths(date: Date, months: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
}

const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * DAY_MS);
/** The Monday of its week. */
const weekOf = (date: Date): Date => addDays(date, -((date.getUTCDay() + 6) % 7));

type Span = Pick<ResolvedDate, 'label' | 'at'>;

const SPANS: Readonly<Record<Unit, (said: Date, count: number) => Span>> = {
  day: (said, count) => spanOf(addDays(said, count), labelDay),
  week: (said, count) => spanOf(weekOf(addDays(said, 7 * count)), (monday) => `week of ${labelDay(monday)}`),
  month: (said, count) =>
    spanOf(addMonths(said, count), (first) => `${MONTHS[first.getUTCMonth()] ?? ''} ${first.getUTCFullYear()}`),
  year: (said, count) =>
    spanOf(new Date(Date.UTC(said.getUTCFullYear() + count, 0, 1)), (first) => `${first.getUTCFullYear()}`),
};

function spanOf(from: Date, label: (from: Date) => string): Span {
  return { label: label(from), at: from.toISOString() };
}

const toCount = (word: string): number =>
  /^\d+$/.test(word) ? Number(word) : /^an?$/.test(word) ? 1 : COUNTS.indexOf(word);

/** The weekday before or after a day, at least a day away; `this` is the one of the same week. */
function weekdayNear(said: Date, weekday: number, which: string): Span {
  const day = said.getUTCDay();
  const back = (day - weekday + 7) % 7 || 7;
  const ahead = (weekday - day + 7) % 7 || 7;
  const days = which === 'next' ? ahead : which === 'this' ? (weekday === day ? 0 : ahead) : -back;
  return SPANS.day(said, days);
}

function resolvePeriod(said: Date, which: string, period: string): Span {
  const weekday = WEEKDAYS.indexOf(period);
  if (weekday >= 0) return weekdayNear(said, weekday, which);
  const step = which === 'last' ? -1 : which === 'next' ? 1 : 0;
  if (period !== 'weekend') return SPANS[period as Unit](said, step);
  const saturday = addDays(weekOf(said), 5);
  const isOver = which === 'last' || which === 'this past';
  const days = isOver ? (saturday.getTime() < said.getTime() - DAY_MS ? 0 : -7) : 7 * step;
  return spanOf(addDays(saturday, days), (day) => `weekend of ${labelDay(day)}`);
}

function resolveMatch(groups: Readonly<Record<string, string | undefined>>, said: Date): Span {
  const { day, count, unit, way, aheadCount, aheadUnit, which = '', period = '' } = groups;
  if (day !== undefined) return SPANS.day(said, DAYS[day] ?? 0);
  if (count !== undefined) return SPANS[unit as Unit](said, (way === 'ago' ? -1 : 1) * toCount(count));
  if (aheadCount !== undefined) return SPANS[aheadUnit as Unit](said, toCount(aheadCount));
  return resolvePeriod(said, which, period);
}

/** The relative dates of an English text, in order, as of the time at which it was said. */
export function findDates(text: string, saidAt: string): ResolvedDate[] {
  const said = new Date(`${saidAt.slice(0, 10)}T00:00:00.000Z`);
  if (Number.isNaN(said.getTime())) return [];
  return [...text.matchAll(RELATIVE)].map((found) => {
    const groups = Object.fromEntries(
      Object.entries(found.groups ?? {}).map(([name, value]) => [name, value?.toLowerCase()]),
    );
    return { end: found.index + found[0].length, ...resolveMatch(groups, said) };
  });
}

/** The text with what its relative dates mean behind them: `yesterday (7 May 2023)`. */
export function insertDates(text: string, dates: readonly ResolvedDate[]): string {
  return dates.reduceRight((said, { end, label }) => `${said.slice(0, end)} (${label})${said.slice(end)}`, text);
}
