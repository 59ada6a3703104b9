import type { CalendarUnit } from '../languages/date-words';

/** Days of a calendar, as if they were of UTC: `from` inclusive and `to` exclusive, in milliseconds since 1970. What clocks show then depends on the time zone. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

const DAY = 86_400_000;

/** The day that begins there. */
export const dayAt = (from: number): DayRange => ({ from, to: from + DAY });

/** A day by its numbers; null where there is none, as on 31 February. `month` counts from 1. */
export function dayOf(year: number, month: number, day: number): DayRange | null {
  const from = Date.UTC(year, month - 1, day);
  const date = new Date(from);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? dayAt(from) : null;
}

/** A month; `month` counts from 1. */
export const monthOf = (year: number, month: number): DayRange => ({
  from: Date.UTC(year, month - 1, 1),
  to: Date.UTC(year, month, 1),
});

/** A year. */
export const yearOf = (year: number): DayRange => ({ from: Date.UTC(year, 0, 1), to: Date.UTC(year + 1, 0, 1) });

/** The week, month, year or day so many units from that of `today`; weeks begin on Monday. */
export function unitAt(today: number, unit: CalendarUnit, distance: number): DayRange {
  const date = new Date(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 'year') return yearOf(year + distance);
  if (unit === 'month') return monthOf(year, month + distance + 1);
  if (unit === 'day') return dayAt(today + distance * DAY);
  const monday = today - ((date.getUTCDay() + 6) % 7) * DAY + 7 * distance * DAY;
  return { from: monday, to: monday + 7 * DAY };
}

/** The Saturday and Sunday of this week, of the latest weekend that is over, or of the next week. */
export function weekendAt(today: number, which: -1 | 0 | 1): DayRange {
  const saturday = unitAt(today, 'week', which === 1 ? 1 : 0).from + 5 * DAY;
  const from = which === -1 && saturday >= today - DAY ? saturday - 7 * DAY : saturday;
  return { from, to: from + 2 * DAY };
}

/** So many units before today: a day for days and weeks, and for months and years a span around the day. */
export function agoAt(today: number, unit: CalendarUnit, count: number): DayRange {
  if (unit === 'day') return dayAt(today - count * DAY);
  // "Two weeks ago" is said of the days around.
  if (unit === 'week') return { from: today - (7 * count + 1) * DAY, to: today - (7 * count - 2) * DAY };
  return unitAt(today, unit, -count);
}

/** What a text is read for. All in milliseconds, days as if they were of UTC. */
export interface Calendar {
  /** The beginning of the current day. */
  readonly today: number;
  /** The first day of which there is anything: a month without a year is searched from there. */
  readonly first: number;
}

/** The most years in which a day without a year is looked for. */
const MOST_YEARS = 50;

/** The years from the latest back to that of the first day. */
export function listYears({ today, first }: Calendar): number[] {
  const last = new Date(today).getUTCFullYear();
  const count = Math.min(MOST_YEARS, last - new Date(first).getUTCFullYear() + 1);
  return Array.from({ length: Math.max(1, count) }, (_, back) => last - back);
}
