import { fold } from '../fold';
import type { DateWords, Holiday, RelativeUnit } from '../languages/date-words';
import type { Language } from '../languages/language';
import {
  alternatives,
  countPatterns,
  lexiconOf,
  patternFor,
  NEVER,
  joinAlternatives,
  readPhrases,
  alternativesIn,
  unitPattern,
  withDayParts,
  type CountPattern,
  type DateLexicon,
} from './date-lexicon';

/** The expressions of a language for days and periods, over folded text, and what their words mean. */
export interface DatePatterns extends RelativePatterns, NamedPatterns, AroundPatterns {
  /** False if no pattern matches a text of these words: they have neither the name of a day, a unit, a month or a season, nor a digit and a word that says something beside it. */
  readonly mayMatch: (words: readonly string[]) => boolean;
  /** Names of weekdays and words for days, which people mistype: `thrusday`. */
  readonly dayWords: readonly string[];
}

/** Days by their distance from today. */
interface RelativePatterns {
  readonly days: RegExp | null;
  readonly dayDistance: (word: string) => number;
  readonly ago: readonly CountPattern[];
  readonly ages: RegExp | null;
  readonly age: (word: string) => number;
  readonly whole: RegExp | null;
  readonly wholeOf: (word: string) => readonly [RelativeUnit, number];
  readonly lastUnit: readonly RegExp[];
  readonly thisUnit: readonly RegExp[];
  readonly weekdays: RegExp;
  readonly weekday: (name: string) => number;
  readonly weekend: RegExp | null;
  readonly lastWeekend: readonly RegExp[];
  /** Weekdays of a language without spaces, where they may stand in the words for a week: 上周五. */
  readonly unspacedWeekdays: RegExp | null;
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
  readonly holidays: readonly (readonly [pattern: RegExp | null, holiday: Holiday])[];
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

const YEAR = String.raw`(?<year>(?:19|20)\d\d)`;

/** The number of a day. */
const dayPattern = ({ ordinal }: DateWords): string => String.raw`(?<day>\d{1,2})(?:${patternFor(ordinal)})?`;
/** What may stand between a day, its month and the year. */
const linkPattern = ({ link }: DateWords): string => String.raw`[\s.,]{0,3}(?:${patternFor(link)})?\s{0,2}`;
/** Names of weekdays with fewer letters are other words, too. */
const SHORTEST_WEEKDAY = 4;

const monthPattern = ({ months }: DateLexicon): string => `(?<month>${alternatives([...months.keys()])})\\.?`;

/** A word before or after others: "last week", "la semaine dernière". */
function patternsBeside({ isSpaced, regex }: DateLexicon, text: string | undefined, others: string): RegExp[] {
  const words = patternFor(text);
  if (!isSpaced || words === '' || others === '') return [];
  return [regex(`(?:${words})[ -]${others}`), regex(`${others} (?:${words})`)];
}

function relativePatterns(lexicon: DateLexicon): RelativePatterns {
  const { words, weekdays, weekdayForms, isSpaced, regex, regexOf } = lexicon;
  const days = readPhrases(lexicon, withDayParts(words, words.days));
  const ages = readPhrases(lexicon, words.ages);
  const whole = readPhrases(lexicon, words.whole);
  const shortest = isSpaced ? SHORTEST_WEEKDAY : 2;
  const names = [...weekdays.keys()].filter((name) => weekdayForms.has(name) || [...name].length >= shortest);
  const [before, weekend] = [patternFor(words.before), patternFor(words.weekend)];
  const last = joinAlternatives(words.last, words.recent);
  const named = regex(`(?<weekday>${alternatives(names)})`);
  return {
    days: days.pattern,
    dayDistance: (word) => days.valueOf(word) ?? 0,
    ago: words.ago.flatMap((written) => countPatterns(lexicon, written)),
    ages: ages.pattern,
    age: (word) => ages.valueOf(word) ?? 0,
    whole: whole.pattern,
    wholeOf: (word) => whole.valueOf(word) ?? ['day', 0],
    lastUnit: patternsBeside(lexicon, last, unitPattern(words)),
    thisUnit: patternsBeside(lexicon, words.this, unitPattern(words)),
    weekdays: named,
    unspacedWeekdays: isSpaced ? null : named,
    weekday: (name) => weekdays.get(name) ?? 0,
    lastWeekend: patternsBeside(lexicon, last, weekend === '' ? '' : `(?:${weekend})`),
    weekend: regexOf(weekend, (found) => `(?:${found})${before === '' ? '' : `(?!\\s+(?:${before})\\s)`}`),
  };
}

/** A year and a month by their numbers, each with the word behind it. */
function numberedSources({
  year,
  month,
  day,
}: NonNullable<DateWords['numbered']>): Record<'year' | 'month' | 'date', string> {
  const behind = (number: string, word: string): string => String.raw`${number}\s{0,2}(?:${patternFor(word)})`;
  const monthOf = String.raw`${behind('(?<month>\\d{1,2})', month)}`;
  return {
    year: behind(YEAR, year),
    month: String.raw`${behind(YEAR, year)}\s{0,2}${monthOf}`,
    date: String.raw`(?:${behind(YEAR, year)}\s{0,2})?${monthOf}\s{0,2}(?<day>\d{1,2})\s{0,2}(?:${patternFor(day)})?`,
  };
}

/** A year before what is of it, where a language writes it there. */
const yearFirstSources = ({ yearFirst }: DateWords, ofYear: readonly string[]): string[] =>
  yearFirst === undefined
    ? []
    : ofYear.map((source) => String.raw`${YEAR}\.? ?(?:${patternFor(yearFirst)})?\.? ?${source}`);

/** A day and its month, as a language writes them. */
function dateSources(lexicon: DateLexicon): string[] {
  const { words } = lexicon;
  if (words.numbered) return [numberedSources(words.numbered).date];
  const [month, day, link] = [monthPattern(lexicon), dayPattern(words), linkPattern(words)];
  const monthFirst = `${month} ${day}(?![:\\d])(?:${link}${YEAR})?`;
  return [
    ...yearFirstSources(words, [`${month} ${day}(?![:\\d])`, `${day}${link}${month}`]),
    `${day}${link}${month}(?:${link}${YEAR})?`,
    ...(words.monthFirst ? [monthFirst] : []),
  ];
}

/** "2024年6月"; then "6月", behind which no day stands, and "六月". */
function numberedMonths(words: NonNullable<DateWords['numbered']>, { months }: DateLexicon): string[] {
  const alone = String.raw`(?<!\d)(?<month>\d{1,2})\s{0,1}(?:${patternFor(words.month)})(?!\s{0,2}\d)`;
  const names = alternatives([...months.keys()].filter((name) => !/\d/.test(name)));
  return [numberedSources(words).month, alone, ...(names === '' ? [] : [`(?<month>${names})`])];
}

/** Months alone. The names of some are other words, too: without a year they count only after a word that makes them a month. */
function monthSources(lexicon: DateLexicon): string[] {
  const { words } = lexicon;
  const lonely = alternatives(lexicon.lonelyMonths);
  const alone = lonely === '' ? [] : [`(?<month>${lonely})`];
  if (words.numbered) return [...numberedMonths(words.numbered, lexicon), ...alone];
  const month = monthPattern(lexicon);
  const before = patternFor(words.beforeMonth);
  return [
    ...yearFirstSources(words, [month]),
    `${month}${linkPattern(words)} ?${YEAR}`,
    ...alone,
    ...(before === '' ? [] : [`(?:${before})[ -]${month}`]),
  ];
}

function namedPatterns(lexicon: DateLexicon): NamedPatterns {
  const { words, months, regex, regexOf } = lexicon;
  const seasons = (words.seasons ?? '').split(' ').map(alternativesIn);
  const ofYear = (named: string): string => `(?:${named})(?:${linkPattern(words)}(?:in )?${YEAR})?`;
  return {
    dates: dateSources(lexicon).map(regex),
    months: monthSources(lexicon).map(regex),
    month: (name) => months.get(name) ?? Number(name),
    years: words.numbered
      ? regex(String.raw`${numberedSources(words.numbered).year}(?!\s{0,2}\d)`)
      : regexOf(patternFor(words.beforeYear), (found) => `(?:${found}) ${YEAR}`),
    nth: regexOf(
      patternFor(words.beforeNth),
      (found) => String.raw`(?:${found}) (?<day>\d{1,2})(?:${patternFor(words.ordinal)})`,
    ),
    seasons: regexOf(alternatives(seasons.flat()), (found) => ofYear(`(?<season>${found})`)),
    holidays: listHolidays(words).map(([holiday, names]) => [regexOf(patternFor(names), ofYear), holiday] as const),
    season: (name) => seasons.findIndex((list) => list.map(fold).includes(name)),
  };
}

/** Holidays with what they are called. */
const listHolidays = ({ holidays = {} }: DateWords): [Holiday, string][] =>
  Object.entries(holidays) as [Holiday, string][];

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

/** Every expression has one of these words, or is one of {@link wordsBesideNumbers}; of a phrase, its longest word. */
function tellingWords({ words, months, weekdays }: DateLexicon): ReadonlySet<string> {
  const { days, ages = {}, whole = {}, units, selfCounted = {}, weekend, seasons = '' } = words;
  const named = [units, ...Object.values(selfCounted)].flatMap((one) => Object.values(one));
  const phrases = [
    ...[withDayParts(words, days), ages, whole].flatMap((one) => Object.keys(one)),
    ...[...named, weekend, ...seasons.split(' '), ...Object.values(words.holidays ?? {})].flatMap(alternativesIn),
  ];
  // Hebrew writes "in" and the month as one word.
  const linked = alternativesIn(words.link).flatMap((link) => [...months.keys()].map((month) => fold(link) + month));
  const suffixed = [...words.ago, ...(words.future?.ahead ?? [])].flatMap((written) => {
    const suffix = /\{unit\}([\p{L}\p{M}]+)/u.exec(written)?.[1];
    return suffix === undefined ? [] : named.flatMap(alternativesIn).map((unit) => fold(unit + suffix));
  });
  const all = [...phrases.map(fold), ...months.keys(), ...linked, ...suffixed, ...weekdays.keys()];
  return new Set(all.map(longestWord));
}

/** Words that say something only beside a number: "in 2024", "before 3.4.2025". */
function wordsBesideNumbers({ words }: DateLexicon): ReadonlySet<string> {
  const { before, after, between, beforeYear, beforeNth } = words;
  const lists = [before, after, between, beforeYear, beforeNth].flatMap(alternativesIn);
  return new Set(lists.map(fold).map(longestWord));
}

/** Most questions name no day, and to find that out by two dozen patterns takes longer than to search by their words. */
function createQuickTest(lexicon: DateLexicon): DatePatterns['mayMatch'] {
  if (!lexicon.isSpaced) return () => true;
  const [telling, besideNumbers] = [tellingWords(lexicon), wordsBesideNumbers(lexicon)];
  return (words) =>
    words.some((word) => telling.has(word)) ||
    (words.some((word) => /\d/.test(word)) && words.some((word) => besideNumbers.has(word)));
}

/** Shorter words for days resemble too many others. */
const SHORTEST_MISSPELT = 6;

/** The words for days that are long enough to be known by most of their letters. */
const dayWordsOf = ({ words, weekdays, isSpaced }: DateLexicon): readonly string[] =>
  isSpaced
    ? [...Object.keys(words.days).map(fold), ...weekdays.keys()].filter(
        (word) => word.length >= SHORTEST_MISSPELT && !/[^\p{L}\p{M}]/u.test(word),
      )
    : [];

const known = new Map<string, DatePatterns>();

/** The expressions of a language. */
export function patternsOf(language: Language): DatePatterns {
  const found = known.get(language.code);
  if (found !== undefined) return found;
  const lexicon = lexiconOf(language);
  const created = {
    ...relativePatterns(lexicon),
    ...namedPatterns(lexicon),
    ...aroundPatterns(lexicon),
    mayMatch: createQuickTest(lexicon),
    dayWords: dayWordsOf(lexicon),
  };
  known.set(language.code, created);
  return created;
}
