/** Stands where text was left out. */
export const ELLIPSIS = '…';

const SENTENCE_END = /[.!?…](?=["'”’)\]]*\s)|[。！？]|\n/gu;

/** Half of a surrogate pair is no character. */
function dropHalfSurrogate(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

/** The last place to stop in a prefix that keeps at least half of it: a sentence, else a word, else anywhere. */
function cutAtSentence(prefix: string): string {
  const half = prefix.length / 2;
  const sentences = [...prefix.matchAll(SENTENCE_END)].map(({ index }) => index + 1).filter((end) => end >= half);
  const sentence = sentences.at(-1);
  if (sentence !== undefined) return prefix.slice(0, sentence);
  const word = prefix.search(/\s\S*$/);
  return word >= half ? prefix.slice(0, word) : prefix;
}

/** A shortened text, and how many characters of the original it kept. */
export interface TruncatedText {
  readonly text: string;
  readonly kept: number;
}

/** What a text reads like when so many of its characters were kept; no more than the mark when none were. */
export function truncateAt(text: string, kept: number): string {
  const beginning = text.slice(0, kept);
  return `${beginning}${/[\s.!?。！？]$/u.test(beginning) ? ' ' : ''}${ELLIPSIS}`;
}

/**
 * The longest beginning that costs no more than `room`, ended at a sentence where there is one and always with a mark; null
 * when not even a few words fit. Text that fits is never given to it.
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
