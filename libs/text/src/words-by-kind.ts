import { languagesOfWords } from './detect-language';
import { fold } from './fold';
import { LANGUAGES } from './languages/all-languages';
import type { Language } from './languages/language';
import type { WordKind } from './languages/word-kinds';
import { scriptOf } from './scripts';

/** Kinds of words without which a sentence says something else. */
const CHANGING: readonly WordKind[] = ['negations', 'affirmations', 'numerals', 'quantities', 'opposites'];
/** Every sign that is typed as an apostrophe. */
const APOSTROPHE = /['’]/g;

/** Kinds whose words are whole words. */
const WHOLE: readonly WordKind[] = [...CHANGING, 'courtesies', 'reactions', 'corrections', 'former'];

/** The words of some kinds in a language, of all by default, with each apostrophe. */
export function listWords({ wordKinds }: Language, kinds = WHOLE): string[] {
  return kinds
    .flatMap((kind) => (wordKinds[kind] ?? '').normalize('NFKC').toLowerCase().split(/[ |]/))
    .filter((word) => word !== '')
    .flatMap((word) => ["'", '’'].map((sign) => word.replaceAll(APOSTROPHE, sign)));
}

const collectWords = (...kinds: readonly WordKind[]): ReadonlySet<string> =>
  new Set(LANGUAGES.flatMap((language) => listWords(language, kinds)));

/** The words of all languages by what they do. */
const WORDS: Readonly<Record<WordKind, ReadonlySet<string>>> = {
  negations: collectWords('negations'),
  negativeParts: collectWords('negativeParts'),
  affirmations: collectWords('affirmations'),
  numerals: collectWords('numerals'),
  quantities: collectWords('quantities'),
  opposites: collectWords('opposites'),
  courtesies: collectWords('courtesies'),
  reactions: collectWords('reactions'),
  corrections: collectWords('corrections'),
  former: collectWords('former'),
  questions: collectWords('questions'),
  functionWords: collectWords('functionWords'),
};
const CHANGING_WORDS = collectWords(...CHANGING);
const CHANGING_IN = new Map(LANGUAGES.map((language) => [language, new Set(listWords(language, CHANGING))]));
const NEGATIVE_PARTS = new RegExp([...WORDS.negativeParts].join('|'), 'u');

/** Is a word, in lower case and in form NFKC, one of these kinds in any language? */
export const isOfKind = (word: string, ...kinds: readonly WordKind[]): boolean =>
  kinds.some((kind) => WORDS[kind].has(word));

/** Does a word deny, in any language? In those that write without spaces the negation may be a part of it. */
export const isNegation = (word: string): boolean => WORDS.negations.has(word) || NEGATIVE_PARTS.test(word);

/** May a word, in any language, turn what a sentence says into something else: a negation, a yes or no, a number, an opposite? */
export const changesMeaning = (word: string): boolean => CHANGING_WORDS.has(word);

/** Is it a small word of the language with another meaning: `hat` in German, which is the six of Hungarian? */
const isOtherWord = (word: string, language: Language): boolean =>
  language.stopWords.has(fold(word)) && CHANGING_IN.get(language)?.has(word) === false;

/** The words of a text that change its meaning in its language; in any language where it does not tell its own. */
export function findChangingWords(words: readonly string[]): string[] {
  const found = words.filter(changesMeaning);
  return found.filter((word) => {
    const script = scriptOf(word);
    if (script === null) return true;
    const { likely } = languagesOfWords(
      words.filter((other) => scriptOf(other) === script),
      script,
    );
    return likely.length !== 1 || !likely.some((language) => isOtherWord(word, language));
  });
}
