import { LANGUAGES } from './languages/all-languages';

/** Scripts that write words without spaces between them. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const LETTERS_OF = [...new Set(LANGUAGES.map(({ script }) => script))].map(
  (script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const,
);
const isUnspaced = (script: string): boolean => UNSPACED.source.includes(`Script=${script}}`);
const TESTS = LETTERS_OF.filter(([script]) => !isUnspaced(script));
/** Japanese is written in two scripts of its own. */
const ALSO: Readonly<Record<string, RegExp>> = { Hiragana: /\p{Script=Katakana}/u };
const UNSPACED_TESTS = LETTERS_OF.filter(([script]) => isUnspaced(script));

/** The scripts of languages without spaces that a text has letters of. */
export const unspacedScriptsOf = (text: string): string[] =>
  UNSPACED_TESTS.filter(([script, test]) => test.test(text) || ALSO[script]?.test(text) === true).map(
    ([script]) => script,
  );

/** Most words begin so. */
const LATIN = /^[A-Za-z]/;

/** The script of a word, by its first letter of one that puts spaces between words; null for another. */
export function scriptOf(word: string): string | null {
  if (LATIN.test(word)) return 'Latin';
  for (const letter of word) {
    const found = TESTS.find(([, test]) => test.test(letter));
    if (found) return found[0];
    if (UNSPACED.test(letter)) return null;
  }
  return null;
}
