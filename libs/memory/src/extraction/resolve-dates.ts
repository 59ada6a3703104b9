import { readRelativeDates, type RelativeDate } from '@crumbtrail/text';

/** A part of a text that names a day, week, month or year relative to when it was said. */
export interface ResolvedDate {
  /** Index in the text after the words. */
  readonly end: number;
  /** What the words mean, in the language of the text: `7 May 2023`, `April 2023`, `2022`. */
  readonly label: string;
  /** What is inserted behind the words. */
  readonly note: string;
  /** The beginning of its first day, as if it were of UTC. */
  readonly at: string;
}

/** When a text was said, and what is known of it. */
export interface SaidAt {
  /** In ISO 8601. */
  readonly at: string;
  /** IANA name of the zone in which days begin. Default: UTC. */
  readonly timeZone?: string | undefined;
  /** ISO 639-1 code of the language of the text. Default: told by its words. */
  readonly language?: string | undefined;
}

const DAY_MS = 86_400_000;
const SHAPES: Readonly<Record<RelativeDate['unit'], Intl.DateTimeFormatOptions>> = {
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  week: { day: 'numeric', month: 'long', year: 'numeric' },
  weekend: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
};
const formats = new Map<string, Intl.DateTimeFormat>();

function remember(key: string, create: () => Intl.DateTimeFormat): Intl.DateTimeFormat {
  const format = formats.get(key) ?? create();
  formats.set(key, format);
  return format;
}

/** A date as its language writes it, with the calendar and the digits that everybody reads. */
const formatOf = (code: string, unit: RelativeDate['unit']): Intl.DateTimeFormat =>
  remember(`${code} ${unit}`, () => {
    const locale = code === 'en' ? 'en-GB' : code;
    return new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, { timeZone: 'UTC', ...SHAPES[unit] });
  });

function labelDate({ code, unit, from, to }: RelativeDate): string {
  const format = formatOf(code, unit);
  if (unit !== 'week' && unit !== 'weekend') return format.format(from);
  const days = code === 'en' ? `${unit} of ${format.format(from)}` : format.formatRange(from, to - DAY_MS);
  return days.replaceAll(/\s+/gu, ' ');
}

/** The beginning of the day on which something was said, as if it were of UTC; NaN where that is not known. */
function dayOf({ at, timeZone = 'UTC' }: SaidAt): number {
  const said = Date.parse(at);
  if (Number.isNaN(said)) return said;
  const format = remember(
    `zone ${timeZone}`,
    () => new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
  );
  return Date.parse(format.format(said));
}

function resolveDate(date: RelativeDate): ResolvedDate {
  const label = labelDate(date);
  const note = date.isSpaced ? ` (${label})` : `(${label})`;
  return { end: date.end, label, note, at: new Date(date.from).toISOString() };
}

/** The relative dates of a text, in order, as of when it was said. */
export function findDates(text: string, said: SaidAt): ResolvedDate[] {
  const today = dayOf(said);
  return Number.isNaN(today) ? [] : readRelativeDates(text, { today, code: said.language }).map(resolveDate);
}

/** The text with what its relative dates mean behind them: `yesterday (7 May 2023)`. */
export function insertDates(text: string, dates: readonly ResolvedDate[]): string {
  return dates.reduceRight((said, { end, note }) => `${said.slice(0, end)}${note}${said.slice(end)}`, text);
}
