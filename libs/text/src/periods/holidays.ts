import type { Holiday } from '../languages/date-words';
import { listYears, type DayRange } from './calendar';
import { matchAll, type Reader } from './reader';

const DAY = 86_400_000;

/** Some days of a year. `month` and `day` count from 1, and `day` may be beyond the month. */
const daysOf = (year: number, month: number, day: number, count: number): DayRange => {
  const from = Date.UTC(year, month - 1, day);
  return { from, to: from + count * DAY };
};

/** The Sunday of Easter by the Gregorian calendar (Meeus, Jones & Butcher). */
function westernEaster(year: number): number {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  return Date.UTC(year, 2, 22) + (h + l - 7 * m) * DAY;
}

/** Days from the Julian to the Gregorian calendar, from 1900 to 2099. */
const JULIAN_DAYS = 13;

/** That of the Orthodox churches, by the Julian calendar (Meeus). */
function orthodoxEaster(year: number): number {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  return Date.UTC(year, 2, 22) + (d + e + JULIAN_DAYS) * DAY;
}

/** From Good Friday to Easter Monday. */
const aroundEaster = (sunday: number): DayRange => ({ from: sunday - 2 * DAY, to: sunday + 2 * DAY });

/** The days of a holiday in a year. */
const HOLIDAYS: Readonly<Record<Holiday, (year: number) => DayRange>> = {
  christmas: (year) => daysOf(year, 12, 24, 3),
  orthodoxChristmas: (year) => daysOf(year, 1, 6, 2),
  newYear: (year) => daysOf(year, 12, 31, 2),
  easter: (year) => aroundEaster(westernEaster(year)),
  orthodoxEaster: (year) => aroundEaster(orthodoxEaster(year)),
  halloween: (year) => daysOf(year, 10, 31, 1),
  valentine: (year) => daysOf(year, 2, 14, 1),
};

/** Holidays are those that have been: of this year, of the years since the first day, and of the year before that one. */
export const readHolidays: Reader = (text, { holidays }, calendar) =>
  holidays.flatMap(([pattern, holiday]) =>
    matchAll(text, pattern, ({ groups }) => {
      if (groups?.['year'] !== undefined) return [HOLIDAYS[holiday](Number(groups['year']))];
      const years = listYears(calendar);
      const past = [...years, Math.min(...years) - 1]
        .map(HOLIDAYS[holiday])
        .filter(({ from }) => from <= calendar.today);
      return past.slice(0, Math.max(1, years.length));
    }),
  );
