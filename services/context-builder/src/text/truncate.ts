/** Stands where text was left out. */
export const CUT_MARK = '…';

const SENTENCE_END = /[.!?…](?=["'”’)\]]*\s)|[。！？]|\n/gu;

/** Half of a surrogate pair is no character. */
function whole(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

/** The last place to stop in a prefix that keeps at least half of it: a sentence, else a word, else anywhere. */
function stop(prefix: string): string {
  const half = prefix.length / 2;
  const sentences = [...prefix.matchAll(SENTENCE_END)].map(({ index }) => index + 1).filter((end) => end >= half);
  const sentence = sentences.at(-1);
  if (sentence !== undefined) return prefix.slice(0, sentence);
  const word = prefix.search(/\s\S*$/);
  return word >= half ? prefix.slice(0, word) : prefix;
}

/** A shortened text, and how many characters of the original it kept. */
export interface Cut {
  readonly text: string;
  readonly kept: number;
}

/** What a text reads like when so many of its characters were kept; no more than the mark when none were. */
export function cutAt(text: string, kept: number): string {
  const beginning = text.slice(0, kept);
  return `${beginning}${/[\s.!?。！？]$/u.test(beginning) ? ' ' : ''}${CUT_MARK}`;
}

/**
 * The longest beginning that costs no more than `room`, ended at a sentence where there is one and always with a mark; null
 * when not even a few words fit. Text that fits is never given to it.
 */
export function cut(text: string, room: number, cost: (text: string) => number): Cut | null {
  let length = Math.min(text.length - 1, Math.floor((text.length * room) / Math.max(1, cost(text))));
  while (length > 0) {
    const kept = whole(stop(text.slice(0, length))).trimEnd();
    const shown = cutAt(text, kept.length);
    if (kept !== '' && cost(shown) <= room) return { text: shown, kept: kept.length };
    length = Math.floor(length * 0.85);
  }
  return null;
}
