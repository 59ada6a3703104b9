/** Marks the place where text was left out. */
export const ELLIPSIS = '…';

const SENTENCE_END = /[.!?…](?=["'”’)\]]*\s)|[。！？]|\n/gu;

/** Removes half of a surrogate pair at the end. */
function dropHalfSurrogate(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

/** Shortens a prefix to its last sentence end, else to its last word, if at least half of it remains; else keeps it all. */
function cutAtSentence(prefix: string): string {
  const half = prefix.length / 2;
  const sentences = [...prefix.matchAll(SENTENCE_END)].map(({ index }) => index + 1).filter((end) => end >= half);
  const sentence = sentences.at(-1);
  if (sentence !== undefined) return prefix.slice(0, sentence);
  const word = prefix.search(/\s\S*$/);
  return word >= half ? prefix.slice(0, word) : prefix;
}

/** A shortened text and the number of characters kept of the original. */
export interface TruncatedText {
  readonly text: string;
  readonly kept: number;
}

/** The first `kept` characters of a text and an ellipsis; only the ellipsis where `kept` is 0. */
export function truncateAt(text: string, kept: number): string {
  const beginning = text.slice(0, kept);
  return `${beginning}${/[\s.!?。！？]$/u.test(beginning) ? ' ' : ''}${ELLIPSIS}`;
}

/**
 * Shortens a text that does not fit to the longest beginning that costs at most `room`, at a sentence end where possible,
 * followed by an ellipsis; null when not even a few words fit.
 */
export function truncate(text: string, room: number, cost: (text: string) => number): TruncatedText | null {
  let length = Math.min(text.length - 1, Math.floor((text.length * room) / Math.max(1, cost(text))));
  while (length > 0) {
    const kept = dropHalfSurrogate(cutAtSentence(text.slice(0, length))).trimEnd();
    const shown = truncateAt(text, kept.length);
    if (kept !== '' && cost(shown) <= room) return { text: shown, kept: kept.length };
    length = Math.floor(length * 0.85);
  }
  return null;
}
