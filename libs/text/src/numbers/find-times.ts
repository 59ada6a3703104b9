import { fold } from '../fold';
import { LANGUAGES } from '../languages/all-languages';
import type { Run } from '../scan';
import { plainWord, type ClockPhrase, type PhrasePart } from './clock-phrases';
import type { NumberText } from './find-numbers';
import { LEXICONS, type NumberLexicon } from './number-lexicon';
import { NumberReading, readNumber } from './number-reading';
import { beginsWithDigit } from './word-facts';

/** A time of day that a text names. */
export interface NamedTime {
  /** The hour and the minutes, the same for both halves of the day: `@3:30`. */
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

const HALF_DAY = 720;
const MOST_HOURS = 24;
const MOST_MINUTES = 59;

function keyOf(minutes: number): string {
  const within = ((minutes % HALF_DAY) + HALF_DAY) % HALF_DAY;
  return `@${Math.floor(within / 60)}:${String(within % 60).padStart(2, '0')}`;
}

const SPACE = /^\s+$/;
const DIGITS = /^\p{Nd}{1,2}$/u;

/** The number from 1 to the most that a run says in the language of a phrase; 0 where it says none. */
function numberIn(
  { runs, facts }: NumberText,
  at: number,
  { lexicon, most }: { lexicon: NumberLexicon; most: number },
): number {
  const { surface } = runs[at] as Run;
  const said = facts[at]?.said.find((one) => one.lexicon === lexicon);
  const value = DIGITS.test(surface) ? Number(fold(surface)) : said ? readNumber(said.parts, lexicon.grammar) : 0;
  return value <= most ? value : 0;
}

/** Does a run stand behind the one before it, with nothing but a space between them? */
const follows = ({ text, runs }: NumberText, at: number): boolean =>
  SPACE.test(text.slice((runs[at - 1] as Run).to, (runs[at] as Run).from));

/** What a run says as a part of a phrase: a number, or 0 for one of its words; null where it is no such part. */
function readPart(
  read: NumberText,
  at: number,
  { part, phrase }: { part: PhrasePart; phrase: ClockPhrase },
): number | null {
  const { surface } = read.runs[at] as Run;
  const { lexicon, hours } = phrase;
  if (part === 'hour') {
    return hours.get(plainWord(surface)) ?? (numberIn(read, at, { lexicon, most: MOST_HOURS }) || null);
  }
  if (part === 'minutes') return numberIn(read, at, { lexicon, most: MOST_MINUTES }) || null;
  return part.has(plainWord(surface)) ? 0 : null;
}

/** The time that runs name by a phrase, whose first part the run at a place is; null where they do not. */
function readPhrase(read: NumberText, at: number, phrase: ClockPhrase): NamedTime | null {
  const { parts, added, sign } = phrase;
  if (at + parts.length > read.runs.length) return null;
  let minutes = added;
  for (const [nth, part] of parts.entries()) {
    const said = nth > 0 && !follows(read, at + nth) ? null : readPart(read, at + nth, { part, phrase });
    if (said === null) return null;
    minutes += said * (part === 'hour' ? 60 : sign);
  }
  const [first, last] = [read.runs[at] as Run, read.runs[at + parts.length - 1] as Run];
  return { key: keyOf(minutes), from: first.from, to: last.to };
}

function findPhrases(read: NumberText): NamedTime[] {
  const found: NamedTime[] = [];
  for (let at = 0; at < read.facts.length; at += 1) {
    const phrases = read.facts[at]?.phrases;
    if (phrases === undefined) continue;
    for (const phrase of phrases) {
      const time = at < phrase.trigger ? null : readPhrase(read, at - phrase.trigger, phrase);
      if (time !== null) found.push(time);
    }
  }
  return found;
}

/** A time in digits, with what languages write before and behind it: `15:30`, `15h30`, `3.30pm`, `8am`, `18:30-kor`. */
const IN_DIGITS = /^(?:\p{L}{1,2}-)?(\p{Nd}{1,2})(?:[:.hH](\p{Nd}{2}))?([AaPp]\.?[Mm])?(?:['’-]\p{L}{1,4})?$/u;
const HALF_OF_DAY = /^\s?[AaPp]\.?[Mm]\b/;
/** Characters behind a run that may say the half of the day. */
const MOST_BEHIND = 6;
/** Longer runs are no times. */
const LONGEST = 12;

const mayBeTime = (run: Run): boolean =>
  run.surface.length <= LONGEST && (run.kind === 'joined' || (run.kind === 'word' && beginsWithDigit(run)));

/** The time that a run is in digits; null where it is none. */
function readInDigits(text: string, { surface, from, to }: Run): NamedTime | null {
  const [, hours, minutes, half] = IN_DIGITS.exec(surface) ?? [];
  if (hours === undefined) return null;
  const isWhole = minutes === undefined && half === undefined;
  if (isWhole && !HALF_OF_DAY.test(text.slice(to, to + MOST_BEHIND))) return null;
  const [hour, minute] = [Number(fold(hours)), Number(fold(minutes ?? '0'))];
  return hour > MOST_HOURS || minute > MOST_MINUTES ? null : { key: keyOf(60 * hour + minute), from, to };
}

function findInDigits({ text, runs }: NumberText): NamedTime[] {
  const found: NamedTime[] = [];
  for (const run of runs) {
    const time = mayBeTime(run) ? readInDigits(text, run) : null;
    if (time !== null) found.push(time);
  }
  return found;
}

/** Times that are written with signs behind their numbers, in one language. */
interface SignedTimes {
  readonly pattern: RegExp;
  readonly lexicon: NumberLexicon;
}

const SIGNED: readonly SignedTimes[] = LANGUAGES.flatMap(({ code, clockWords }) => {
  const signs = clockWords?.signs;
  if (signs === undefined) return [];
  const lexicon = LEXICONS.find((one) => one.code === code) as NumberLexicon;
  const words = [...lexicon.parts.keys()].toSorted((a, b) => b.length - a.length).join('|');
  const number = String.raw`\p{Nd}{1,2}|(?:${words}){1,3}`;
  const quarter = signs.quarter === undefined ? '' : `|(?<quarters>${number})${signs.quarter}`;
  const rest = String.raw`\s?(?:(?<half>${signs.half})|(?<minutes>${number})\s?${signs.minute}${quarter})`;
  return [{ lexicon, pattern: new RegExp(String.raw`(?<hours>${number})\s?(?:${signs.hour})(?:${rest})?`, 'gu') }];
});
const ASCII = /^[\x00-\x7f]*$/; // eslint-disable-line no-control-regex -- all of ASCII
const HAS_SIGN = new RegExp(LANGUAGES.flatMap(({ clockWords }) => clockWords?.signs?.hour ?? []).join('|'), 'u');

function valueOfWords(words: string, lexicon: NumberLexicon): number {
  if (DIGITS.test(words)) return Number(fold(words));
  const reading = new NumberReading(lexicon.grammar);
  let rest = words;
  while (rest !== '') {
    const length = Math.min(lexicon.longest, rest.length);
    const word = Array.from({ length }, (_, shorter) => rest.slice(0, length - shorter)).find((one) =>
      lexicon.parts.has(one),
    );
    const part = word === undefined ? undefined : lexicon.parts.get(word);
    if (word === undefined || part === undefined || !reading.add(part)) return 0;
    rest = rest.slice(word.length);
  }
  return reading.value;
}

function findSigned(text: string): NamedTime[] {
  if (ASCII.test(text) || !HAS_SIGN.test(text)) return [];
  return SIGNED.flatMap(({ pattern, lexicon }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: whole, groups = {}, index }) => {
      const valueIn = (name: string): number =>
        groups[name] === undefined ? 0 : valueOfWords(groups[name] as string, lexicon);
      const hour = valueIn('hours');
      const minutes = groups['half'] === undefined ? valueIn('minutes') + 15 * valueIn('quarters') : 30;
      if (hour === 0 || hour > MOST_HOURS || minutes > MOST_MINUTES) return [];
      return [{ key: keyOf(60 * hour + minutes), from: index, to: index + whole.length }];
    }),
  );
}

const saysMinutes = ({ key }: NamedTime): number => (key.endsWith(':00') ? 0 : 1);

/** Does a time say more than another one that begins or ends within it: `three o'clock` within `half past three o'clock`? */
const saysMore = (one: NamedTime, other: NamedTime): boolean =>
  saysMinutes(one) - saysMinutes(other) > 0 ||
  (saysMinutes(one) === saysMinutes(other) && one.to - one.from > other.to - other.from);

/** Of times that overlap, those that say most. */
const keepFullest = (times: readonly NamedTime[]): NamedTime[] =>
  times.filter((one) => !times.some((other) => other.from < one.to && one.from < other.to && saysMore(other, one)));

/** The times of day that a text names in digits or words, each by the same key: `15:30`, `half past three`, `halb vier`, `三時半`. */
export function findTimes(read: NumberText): NamedTime[] {
  const named = [...findPhrases(read), ...findInDigits(read), ...findSigned(read.text)];
  if (named.length < 2) return named;
  const found = keepFullest(named);
  return found.filter(
    ({ key, from }, at) => found.findIndex((other) => other.key === key && other.from === from) === at,
  );
}
