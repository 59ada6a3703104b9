import { fold, lower } from './fold';
import type { Language } from './languages/language';
import type { Run } from './scan';

/** A phrase that a question has, with the keys of the words that say the same. */
export interface PhraseForms {
  readonly keys: readonly string[];
  /** Where it begins in the text. */
  readonly from: number;
}

/** The stems of a phrase, and the keys of what says the same. */
interface KnownPhrase {
  readonly stems: readonly string[];
  readonly keys: readonly string[];
}

const stemOf = ({ stem }: Language, word: string): string => fold(stem?.(lower(word)) ?? word);

function readPhrases(language: Language): KnownPhrase[] {
  const groups = (language.phrases ?? '').trim().split(/[|\n]/);
  return groups.flatMap((group) => {
    const [phrase = '', words = ''] = group.split(': ');
    if (words === '') return [];
    const stems = phrase.split(' ').map((word) => stemOf(language, word));
    return [{ stems, keys: [...new Set(words.split(' ').map((word) => stemOf(language, word)))] }];
  });
}

const read = new Map<string, readonly KnownPhrase[]>();

function phrasesOf(language: Language): readonly KnownPhrase[] {
  const known = read.get(language.code) ?? readPhrases(language);
  read.set(language.code, known);
  return known;
}

/** The phrases of a question that say what one word says: `take off`. */
export function findPhraseForms(runs: readonly Run[], languages: readonly Language[]): PhraseForms[] {
  return languages.flatMap((language) => {
    const phrases = phrasesOf(language);
    if (phrases.length === 0) return [];
    const stems = runs.map(({ surface }) => stemOf(language, surface));
    return phrases.flatMap(({ stems: [first, ...rest], keys }) =>
      stems.flatMap((stem, at) =>
        stem === first && rest.every((other, nth) => stems[at + nth + 1] === other)
          ? [{ keys, from: (runs[at] as Run).from }]
          : [],
      ),
    );
  });
}
