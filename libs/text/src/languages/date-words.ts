/** A unit of the calendar. */
export type CalendarUnit = 'day' | 'week' | 'month' | 'year';

/** What a relative date names: a unit of the calendar, or a Saturday and a Sunday. */
export type RelativeUnit = CalendarUnit | 'weekend';

/** A holiday that people name in place of its day. */
export type Holiday =
  'christmas' | 'orthodoxChristmas' | 'newYear' | 'easter' | 'orthodoxEaster' | 'halloween' | 'valentine';

/** How a language names days and periods to come. A word that names a past day, too, is not read where either may be meant. */
export interface FutureWords {
  /** Words for days, with their distance from today. */
  readonly days: Readonly<Record<string, number>>;
  /** In how long: `in {n} {unit}`. Default: none. */
  readonly ahead?: readonly string[];
  /** Words that make a unit or a weekday the one after this one. Default: none. */
  readonly next?: string;
  /** Words after which `days` mean something else: `guten` in "guten Morgen". Default: none. */
  readonly notAfter?: string;
  /** Words before which `ahead` says how long something takes: "in five days of work". Default: none. */
  readonly notBefore?: string;
  /** Expressions for a whole unit, with its distance from the current one. */
  readonly whole?: Readonly<Record<string, readonly [unit: CalendarUnit, distance: number]>>;
}

/**
 * How a language names days and periods. Names of months and weekdays come from `Intl`. Alternatives are separated by `|`, lists by spaces.
 */
export interface DateWords {
  /** Words for days, with their distance from today. */
  readonly days: Readonly<Record<string, number>>;
  /** Words for a part of a day, which may stand behind `days`, so that both name that day: `evening` in "yesterday evening". Default: none. */
  readonly dayParts?: string;
  /** How long ago: `{n} {unit} ago`. */
  readonly ago: readonly string[];
  readonly units: Readonly<Record<CalendarUnit, string>>;
  /** Does the language write spaces around these words? Default: true. */
  readonly isSpaced?: boolean;
  /** Units that say their number by themselves, by that number: `неделю` in "неделю назад", `שבועיים`. Default: none. */
  readonly selfCounted?: Readonly<Record<number, Partial<Record<CalendarUnit, string>>>>;
  /** Words after which a number counts nothing: `thứ` in `thứ sáu tuần trước`, which is a Friday. Default: none. */
  readonly notCounted?: string;
  /** Words that count only before a unit, besides the numerals: `a` in "a week ago". Default: none. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Words that make a unit or a weekday the one before this one, and this one. */
  readonly last?: string;
  readonly this?: string;
  /** Words that make a unit the one before this one in a question, and in a statement maybe the time until today: `past` in "the past week". */
  readonly recent?: string;
  readonly between?: string;
  readonly and?: string;
  readonly before?: string;
  readonly after?: string;
  /** Words that stand before the number of a year. */
  readonly beforeYear?: string;
  /** Words after which the name of a month alone is a month. Default: none. */
  readonly beforeMonth?: string;
  /** Are the full names of months no other words, so that one alone is a month? Default: false. */
  readonly areMonthsAlone?: boolean;
  /** Forms of the months' names that mean "in" the month, alone or after a word, January first: `июне`, `júniusban`. Default: none. */
  readonly monthForms?: readonly string[];
  /** Forms of the months' names beside a number, January first, which are other words where they stand alone: `марта` in "14. марта". Default: none. */
  readonly datedMonths?: readonly string[];
  /** Where a year may stand before its month: what may stand between them; may be empty. Default: a year stands behind. */
  readonly yearFirst?: string;
  /** Forms of the names of weekdays that `Intl` does not have, Sunday first: `пятницу`. Short ones are no other words. Default: none. */
  readonly weekdayForms?: readonly string[];
  /** Words that may stand between a day, its month and the year. Default: none. */
  readonly link?: string;
  /** What may be written behind the number of a day. Default: nothing. */
  readonly ordinal?: string;
  /** May the month stand before the day? Default: false. */
  readonly monthFirst?: boolean;
  /** What is written behind the numbers of years, months and days, where dates are written so and without names. Default: dates have names. */
  readonly numbered?: { readonly year: string; readonly month: string; readonly day: string };
  /** The locales whose names of months and weekdays are read. Default: that of the language. */
  readonly locales?: readonly string[];
  /** Words that stand before the number of a day. */
  readonly beforeNth?: string;
  readonly weekend?: string;
  /** Spring, summer, autumn and winter of the northern half of the earth. */
  readonly seasons?: string;
  /** What holidays are called. Default: none. */
  readonly holidays?: Readonly<Partial<Record<Holiday, string>>>;
  /** Expressions for a day so many days ago. */
  readonly ages?: Readonly<Record<string, number>>;
  /** Expressions for a whole unit, with its distance from the current one. */
  readonly whole?: Readonly<Record<string, readonly [unit: RelativeUnit, distance: number]>>;
  /** Absent where only the past is read. */
  readonly future?: FutureWords;
}
