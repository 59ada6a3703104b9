/** A part of a text; `isFound`: it is one of the words that were searched for. */
export interface TextPart {
  readonly text: string;
  readonly isFound: boolean;
}

const SNIPPET = 240;
const BEFORE = 60;

const escape = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The part of a text around the first of the words, with the words told apart; case does not count. */
export function splitWords(text: string, query: string): TextPart[] {
  const words = query.split(/\s+/).filter((word) => word.length > 1);
  if (words.length === 0) return [{ text: text.slice(0, SNIPPET), isFound: false }];
  const pattern = new RegExp(`(${words.map(escape).join('|')})`, 'giu');
  const from = Math.max(0, text.search(pattern) - BEFORE);
  const snippet = `${from > 0 ? '…' : ''}${text.slice(from, from + SNIPPET).toWellFormed()}${text.length > from + SNIPPET ? '…' : ''}`;
  return snippet
    .split(pattern)
    .map((part, at) => ({ text: part, isFound: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}
