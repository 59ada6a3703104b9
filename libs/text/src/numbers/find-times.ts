import { fold } from '../fold';
import { LANGUAGES } from '../languages/all-languages';
import type { Run } from '../scan';
import { plainWord, type ClockPhrase } from './clock-phrases';
import type { ReadText } from './find-numbers';
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

const DIGITS = /^\p{Nd}{1,2}$/u;

/** The number from 1 to the most that a run says in the language of a phrase; 0 where it says none. */
function numberIn({ runs, facts }: ReadText, at: number, { lexicon, most }: { lexicon: NumberLexicon; most: number }): number {
  const { surface } = runs[at] as Run;
  const said = facts[at]?.said.find((one) => one.lexicon === lexicon);
  const value = DIGITS.test(surface) ? Number(fold(surface)) : said ? readNumber(said.parts, lexicon.grammar) : 0;
  return value <= most ? value : 0;
}

/** The time that runs name by a phrase, whose first part the run at a place is; null where they do not. */
function readPhrase(read: ReadText, at: number, { parts, lexicon, hours, added, sign }: ClockPhrase): NamedTime | null {
  const { text, runs } = read;
  let [hour, minutes] = [0, 0];
  for (const [nth, part] of parts.entries()) {
    const run = runs[at + nth];
    if (run === undefined || (nth > 0 && !SPACE.test(text.slice((runs[at + nth - 1] as Run).to, run.from)))) return null;
    if (part === 'hour')
      hour = hours.get(plainWord(run.surface)) ?? numberIn(read, at + nth, { lexicon, most: MOST_HOURS });
    else if (part === 'minutes') minutes = numberIn(read, at + nth, { lexicon, most: MOST_MINUTES });
    else if (!part.has(plainWord(run.surface))) return null;
  }
  if (hour === 0 || (sign !== 0 && minutes === 0)) return null;
  const [first, last] = [runs[at] as Run, runs[at + parts.length - 1] as Run];
  return { key: keyOf(60 * hour + added + sign * minutes), from: first.from, to: last.to };
}

const SPACE = /^\s+$/;

function findPhrases(read: ReadText): NamedTime[] {
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
/** Longer runs are no times. */
const LONGEST = 12;

const mayBeTime = (run: Run): boolean =>
  run.surface.length <= LONGEST && (run.kind === 'joined' || (run.kind === 'word' && beginsWithDigit(run)));

function findInDigits({ text, runs }: ReadText): NamedTime[] {
  const found: NamedTime[] = [];
  for (const run of runs) {
    if (!mayBeTime(run)) continue;
    const [, hours, minutes, half] = IN_DIGITS.exec(run.surface) ?? [];
    if (hours === undefined) continue;
    const isTime = minutes !== undefined || half !== undefined || HALF_OF_DAY.test(text.slice(run.to, run.to + 6));
    const [hour, minute] = [Number(fold(hours)), Number(fold(minutes ?? '0'))];
    if (isTime && hour <= MOST_HOURS && minute <= MOST_MINUTES)
      found.push({ key: keyOf(60 * hour + minute), from: run.from, to: run.to });
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
export function findTimes(read: ReadText): NamedTime[] {
  const named = [...findPhrases(read), ...findInDigits(read), ...findSigned(read.text)];
  if (named.length < 2) return named;
  const found = keepFullest(named);
  return found.filter(({ key, from }, at) => found.findIndex((other) => other.key === key && other.from === from) === at);
}
