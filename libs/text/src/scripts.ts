/** Scripts that write words without spaces between them. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Scripts that tell a language apart, or a few. */
const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Hangul', 'Devanagari', 'Armenian', 'Tamil'];
const TESTS = SCRIPTS.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const);

/** Most words begin so. */
const LATIN = /^[A-Za-z]/;

/** The script of a word, by its first letter that has one of those above; null for another. */
export function scriptOf(word: string): string | null {
  if (LATIN.test(word)) return 'Latin';
  for (const letter of word) {
    const found = TESTS.find(([, test]) => test.test(letter));
    if (found) return found[0];
    if (UNSPACED.test(letter)) return null;
  }
  return null;
}
