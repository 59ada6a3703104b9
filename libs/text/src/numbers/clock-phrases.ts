import { fold } from '../fold';
import { LANGUAGES } from '../languages/all-languages';
import type { Language } from '../languages/language';
import { LEXICONS, type NumberLexicon } from './number-lexicon';

/** A part of a phrase: an hour, minutes, or one of some words. */
export type PhrasePart = 'hour' | 'minutes' | ReadonlySet<string>;

/** A phrase for a time of day in one language. */
export interface ClockPhrase {
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

/** A word of a phrase, as it is compared. */
export const plainWord = (word: string): string => fold(word.replaceAll('’', "'"));

function toPart(word: string): PhrasePart {
  if (word === '{h}') return 'hour';
  return word === '{m}' ? 'minutes' : new Set(word.split('|').map(plainWord));
}

const lengthOf = (part: PhrasePart): number =>
  typeof part === 'string' ? 0 : Math.min(...[...part].map(({ length }) => length));

function readPhrases({ code, clockWords }: Language): ClockPhrase[] {
  if (clockWords === undefined) return [];
  const lexicon = LEXICONS.find((one) => one.code === code) as NumberLexicon;
  const named = (clockWords.hours ?? '').split(' ').filter((forms) => forms !== '');
  const hours = new Map(
    named.flatMap((forms, at) => forms.split('|').map((form) => [plainWord(form), at + 1] as const)),
  );
  const toPhrase = (words: string, added: number, sign: number): ClockPhrase => {
    const parts = words.split(' ').map(toPart);
    const lengths = parts.map(lengthOf);
    return { lexicon, hours, parts, added, sign, trigger: lengths.indexOf(Math.max(...lengths)) };
  };
  return [
    ...Object.entries(clockWords.phrases).map(([words, added]) => toPhrase(words, added, 0)),
    ...Object.entries(clockWords.minutes ?? {}).map(([words, sign]) => toPhrase(words, 0, sign)),
  ];
}

const BY_TRIGGER = new Map<string, ClockPhrase[]>();
for (const phrase of LANGUAGES.flatMap(readPhrases))
  for (const word of phrase.parts[phrase.trigger] as ReadonlySet<string>) {
    const known = BY_TRIGGER.get(word);
    if (known === undefined) BY_TRIGGER.set(word, [phrase]);
    else known.push(phrase);
  }

/** The phrases that a plain word, with spaces around it, may be the trigger of. */
export const phrasesOf = (word: string): readonly ClockPhrase[] | undefined => BY_TRIGGER.get(word);
