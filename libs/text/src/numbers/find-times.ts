import { LRUCache } from 'lru-cache';
import { fold } from '../fold';
import { LANGUAGES } from '../languages/all-languages';
import type { Language } from '../languages/language';
import type { Run } from '../scan';
import { saidByRun } from './find-numbers';
import { LEXICONS, type NumberLexicon, type SaidParts } from './number-lexicon';
import { NumberReading } from './number-reading';

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

/** A part of a phrase: an hour, minutes, or one of some words. */
type PhrasePart = 'hour' | 'minutes' | ReadonlySet<string>;

interface Phrase {
  readonly lexicon: NumberLexicon;
  readonly hours: ReadonlyMap<string, number>;
  readonly parts: readonly PhrasePart[];
  /** What it adds to the hour. */
  readonly added: number;
  /** The sign of the minutes that it says. */
  readonly sign: number;
  /** The place of its longest word, by which it is looked for. */
  readonly trigger: number;
}

const plainWord = (word: string): string => fold(word.replaceAll('’', "'"));

function toPart(word: string): PhrasePart {
  if (word === '{h}') return 'hour';
  return word === '{m}' ? 'minutes' : new Set(word.split('|').map(plainWord));
}

const lengthOf = (part: PhrasePart): number =>
  typeof part === 'string' ? 0 : Math.min(...[...part].map(({ length }) => length));

function readPhrases({ code, clockWords }: Language): Phrase[] {
  if (clockWords === undefined) return [];
  const lexicon = LEXICONS.find((one) => one.code === code) as NumberLexicon;
  const named = (clockWords.hours ?? '').split(' ').filter((forms) => forms !== '');
  const hours = new Map(named.flatMap((forms, at) => forms.split('|').map((form) => [plainWord(form), at + 1] as const)));
  const toPhrase = (words: string, added: number, sign: number): Phrase => {
    const parts = words.split(' ').map(toPart);
    const lengths = parts.map(lengthOf);
    return { lexicon, hours, parts, added, sign, trigger: lengths.indexOf(Math.max(...lengths)) };
  };
  return [
    ...Object.entries(clockWords.phrases).map(([words, added]) => toPhrase(words, added, 0)),
    ...Object.entries(clockWords.minutes ?? {}).map(([words, sign]) => toPhrase(words, 0, sign)),
  ];
}

const BY_TRIGGER = new Map<string, Phrase[]>();
for (const phrase of LANGUAGES.flatMap(readPhrases))
  for (const word of phrase.parts[phrase.trigger] as ReadonlySet<string>) {
    const known = BY_TRIGGER.get(word);
    if (known === undefined) BY_TRIGGER.set(word, [phrase]);
    else known.push(phrase);
  }

const NOTHING: readonly Phrase[] = [];
const remembered = new LRUCache<string, readonly Phrase[]>({ max: 30_000 });

function phrasesOf(word: string): readonly Phrase[] {
  const known = remembered.peek(word);
  if (known !== undefined) return known;
  const phrases = BY_TRIGGER.get(plainWord(word)) ?? NOTHING;
  remembered.set(word, phrases);
  return phrases;
}

const DIGITS = /^\p{Nd}{1,2}$/u;

function valueOf({ lexicon, parts }: SaidParts): number {
  const reading = new NumberReading(lexicon.grammar);
  return parts.every((part) => reading.add(part)) ? reading.value : 0;
}

/** The number from 1 to the most that a run says in the language of a phrase; 0 where it says none. */
function numberIn(run: Run, lexicon: NumberLexicon, most: number): number {
  const said = DIGITS.test(run.surface) ? undefined : saidByRun(run).find((one) => one.lexicon === lexicon);
  const value = DIGITS.test(run.surface) ? Number(fold(run.surface)) : said ? valueOf(said) : 0;
  return value <= most ? value : 0;
}

/** The time that runs name by a phrase, whose first part the run at a place is; null where they do not. */
function readPhrase(text: string, { runs, at }: { runs: readonly Run[]; at: number }, phrase: Phrase): NamedTime | null {
  let [hour, minutes] = [0, 0];
  for (const [nth, part] of phrase.parts.entries()) {
    const run = runs[at + nth];
    if (run === undefined || (nth > 0 && !/^\s+$/.test(text.slice((runs[at + nth - 1] as Run).to, run.from)))) return null;
    if (part === 'hour')
      hour = phrase.hours.get(plainWord(run.surface)) ?? numberIn(run, phrase.lexicon, MOST_HOURS);
    else if (part === 'minutes') minutes = numberIn(run, phrase.lexicon, MOST_MINUTES);
    else if (!part.has(plainWord(run.surface))) return null;
  }
  if (hour === 0 || (phrase.sign !== 0 && minutes === 0)) return null;
  const [first, last] = [runs[at] as Run, runs[at + phrase.parts.length - 1] as Run];
  return { key: keyOf(60 * hour + phrase.added + phrase.sign * minutes), from: first.from, to: last.to };
}

/** A time in digits: `15:30`, `15h30`, `3.30 pm`, `8am`. */
const IN_DIGITS =
  /(?<![\p{L}\p{N}.:,/-])(\p{Nd}{1,2})(?:[:.hH](\p{Nd}{2})(?![.:,/-]?\p{N})|(?=\s?[AaPp]\.?[Mm]\b))/gu;

function findInDigits(text: string): NamedTime[] {
  return [...text.matchAll(IN_DIGITS)].flatMap(({ 0: whole, 1: hours = '', 2: minutes = '0', index }) => {
    const [hour, minute] = [Number(fold(hours)), Number(fold(minutes))];
    if (hour > MOST_HOURS || minute > MOST_MINUTES) return [];
    return [{ key: keyOf(60 * hour + minute), from: index, to: index + whole.length }];
  });
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
  if (!HAS_SIGN.test(text)) return [];
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
export function findTimes(text: string, runs: readonly Run[]): NamedTime[] {
  const named = runs.flatMap(({ kind, surface }, at) =>
    kind === 'word' || kind === 'joined'
      ? phrasesOf(surface).flatMap((phrase) => {
          const from = at - phrase.trigger;
          return from < 0 ? [] : (readPhrase(text, { runs, at: from }, phrase) ?? []);
        })
      : [],
  );
  const found = keepFullest([...named, ...findInDigits(text), ...findSigned(text)]);
  return found.filter(({ key, from }, at) => found.findIndex((other) => other.key === key && other.from === from) === at);
}
