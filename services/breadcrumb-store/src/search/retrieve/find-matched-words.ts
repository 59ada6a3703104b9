import { analyseText } from '@crumbtrail/text';

/** More words show nothing more of why a text was found. */
const MOST_WORDS = 32;

/** The words of a text that have one of the keys, as they are written, each once. */
export function findMatchedWords(text: string, keys: ReadonlySet<string>): string[] {
  const words = analyseText(text)
    .filter((token) => token.keys.some((key) => keys.has(key)))
    .map(({ surface }) => surface);
  return [...new Set(words)].slice(0, MOST_WORDS);
}
