import { foldedStem } from './languages/folded-stem';
import type { Language } from './languages/language';
import type { Run } from './scan';

/** A phrase that a question has, with the keys of the words that say the same. */
export interface PhraseForms {
  readonly keys: readonly string[];
  /** Where it begins in the text. */
  readonly from: number;
}

/** The stems of a phrase after its first, and the keys of what says the same. */
interface KnownPhrase {
  readonly rest: readonly string[];
  readonly keys: readonly string[];
}

/** The phrases of a language by the stem of their first word. */
type KnownPhrases = ReadonlyMap<string, readonly KnownPhrase[]>;

function readPhrases(language: Language): KnownPhrases {
  const found = new Map<string, KnownPhrase[]>();
  for (const group of (language.phrases ?? '').trim().split(/[|\n]/)) {
    const [phrase = '', words = ''] = group.split(': ');
    if (words === '') continue;
    const [first, ...rest] = phrase.split(' ').map((word) => foldedStem(language, word)) as [string, ...string[]];
    const keys = [...new Set(words.split(' ').map((word) => foldedStem(language, word)))];
    found.set(first, [...(found.get(first) ?? []), { rest, keys }]);
  }
  return found;
}

const read = new Map<string, KnownPhrases>();

function phrasesOf(language: Language): KnownPhrases {
  const known = read.get(language.code) ?? readPhrases(language);
  read.set(language.code, known);
  return known;
}

/** The phrases of a question that say what one word says: `take off`. */
export function findPhraseForms(runs: readonly Run[], languages: readonly Language[]): PhraseForms[] {
  return languages.flatMap((language) => {
    const phrases = phrasesOf(language);
    if (phrases.size === 0) return [];
    const stems = runs.map(({ surface }) => foldedStem(language, surface));
    return runs.flatMap(({ from }, at) =>
      (phrases.get(stems[at] as string) ?? [])
        .filter(({ rest }) => rest.every((other, nth) => stems[at + nth + 1] === other))
        .map(({ keys }) => ({ keys, from })),
    );
  });
}
