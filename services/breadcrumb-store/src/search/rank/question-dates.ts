import type { RankingParameters } from '@crumbtrail/contracts';

/** A span of time, `from` inclusive and `to` exclusive, in milliseconds since 1970, UTC. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

const DAY = 86_400_000;
/** The most years of a history in which a month without a year is searched. */
const MOST_YEARS = 50;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const NTH = '(\\d{1,2})(?:st|nd|rd|th)?';
const NAMED = new RegExp(
  `(?:\\b${NTH}(?: of)? )?\\b(${MONTH})\\b\\.?(?: ${NTH}\\b)?(?:,? (?:of )?(\\d{4})\\b)?`,
  'giu',
);
const ISO = /\b(\d{4})-(\d{2})-(\d{2})\b/gu;

const startOfDay = (at: number): number => Math.floor(at / DAY) * DAY;

function toPeriod(year: number, month: number, day: number | undefined): Period {
  if (day === undefined) return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) };
  return { from: Date.UTC(year, month, day), to: Date.UTC(year, month, day + 1) };
}

/** A month's name alone may be a person's name or another word ("may"); after one of these words it is a month. */
const BEFORE_MONTH = /\b(?:in|during|since|until|till|before|after|last|next|this|early|late|mid)[ -]$/iu;

/** Every year of a history and the year before it, latest first. */
function listYears(history: Period): number[] {
  const first = new Date(history.from).getUTCFullYear() - 1;
  const last = new Date(history.to).getUTCFullYear();
  const count = Math.min(MOST_YEARS, last - first + 1);
  return Array.from({ length: count }, (_, back) => last - back);
}

function findNamedPeriods(text: string, history: Period): Period[] {
  return [...text.matchAll(NAMED)].flatMap(({ index, 1: before, 2: word = '', 3: after, 4: year }) => {
    const day = before ?? after;
    if (day === undefined && year === undefined && !BEFORE_MONTH.test(text.slice(Math.max(0, index - 8), index)))
      return [];
    const month = MONTHS.indexOf(word.slice(0, 3).toLowerCase());
    const years = year === undefined ? listYears(history) : [Number(year)];
    return years.map((one) => toPeriod(one, month, day === undefined ? undefined : Number(day)));
  });
}

function findRelativePeriods(text: string, now: number): Period[] {
  const today = startOfDay(now);
  const date = new Date(now);
  const monday = today - ((date.getUTCDay() + 6) % 7) * DAY;
  const known: readonly (readonly [RegExp, Period])[] = [
    [/\byesterday\b/iu, { from: today - DAY, to: today }],
    [/\blast week\b/iu, { from: monday - 7 * DAY, to: monday }],
    [/\blast month\b/iu, toPeriod(date.getUTCFullYear(), date.getUTCMonth() - 1, undefined)],
  ];
  return known.flatMap(([words, when]) => (words.test(text) ? [when] : []));
}

/** Finds the periods that a text names, in English or as ISO dates; a month without a year counts for each year of the history. */
export function findPeriods(text: string, now: number, history: Period): Period[] {
  const iso = [...text.matchAll(ISO)].map(({ 1: year, 2: month, 3: day }) =>
    toPeriod(Number(year), Number(month) - 1, Number(day)),
  );
  return [...iso, ...findNamedPeriods(text, history), ...findRelativePeriods(text, now)];
}

/** 1 within any of the periods, less in the days after one, when people often still talk about it, else 0. `at` is in milliseconds since 1970. */
export function scorePeriods(
  periods: readonly Period[],
  at: number,
  { aftermath, aftermath_days }: Pick<RankingParameters, 'aftermath' | 'aftermath_days'>,
): number {
  if (periods.some(({ from, to }) => at >= from && at < to)) return 1;
  return periods.some(({ to }) => at >= to && at < to + aftermath_days * DAY) ? aftermath : 0;
}
