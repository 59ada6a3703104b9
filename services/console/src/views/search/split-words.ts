/** A part of a text; `isFound`: it is one of the words that the text was found by. */
export interface TextPart {
  readonly text: string;
  readonly isFound: boolean;
}

const SNIPPET = 240;
const BEFORE = 60;

const escape = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Scripts that write words without spaces between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A word where it is not a part of a longer one. */
const toPattern = (word: string): string =>
  UNSPACED.test(word) ? escape(word) : String.raw`(?<![\p{L}\p{M}\p{N}])${escape(word)}(?![\p{L}\p{M}\p{N}])`;

/** The part of a text around the first of the words that it was found by, with those words told apart. */
export function splitWords(text: string, words: readonly string[]): TextPart[] {
  if (words.length === 0) return [{ text: text.slice(0, SNIPPET), isFound: false }];
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`(${longestFirst.map(toPattern).join('|')})`, 'gu');
  const from = Math.max(0, text.search(pattern) - BEFORE);
  const snippet = `${from > 0 ? '…' : ''}${text.slice(from, from + SNIPPET).toWellFormed()}${text.length > from + SNIPPET ? '…' : ''}`;
  return snippet
    .split(pattern)
    .map((part, at) => ({ text: part, isFound: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}
