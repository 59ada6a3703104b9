/** A part of a text, in UTF-16 units; `end` is the index after its last character. */
export interface SentenceRange {
  readonly start: number;
  readonly end: number;
}

/** The end of a sentence, with the closing quotes and brackets after it; in scripts without spaces nothing has to follow. */
const SENTENCE_END = /[.!?…؟।॥۔።]+["'”’»)\]*_]*(?=\s)|[。！？]+[」』”）]*|\n/gu;
/** A text before a full stop that does not end the sentence: an abbreviation, an initial, or the number of a list. */
const ABBREVIATED = /(?:^|[\s(])(?:\p{Lu}|\p{N}{1,2}|Mr|Mrs|Ms|Dr|St|No|vs|approx|e\.g|i\.e|z\.B|bzw|ca)\.$/u;
/** The longest text before a full stop that {@link ABBREVIATED} looks at. */
const LOOK_BACK = 10;
const HAS_WORD = /[\p{L}\p{N}]/u;

function endsSentence(text: string, { index, 0: end }: RegExpExecArray): boolean {
  if (end !== '.') return true;
  return !ABBREVIATED.test(text.slice(Math.max(0, index - LOOK_BACK), index + 1));
}

function trimRange(text: string, start: number, end: number): SentenceRange {
  const part = text.slice(start, end);
  const from = start + part.length - part.trimStart().length;
  return { start: from, end: from + part.trim().length };
}

/** The sentences of a text, without the white space around them; a line ends one. Parts without a letter or digit are left out. */
export function splitSentences(text: string): SentenceRange[] {
  const ranges: SentenceRange[] = [];
  let start = 0;
  const push = (end: number): void => {
    const range = trimRange(text, start, end);
    if (HAS_WORD.test(text.slice(range.start, range.end))) ranges.push(range);
    start = end;
  };
  for (const found of text.matchAll(SENTENCE_END)) {
    if (endsSentence(text, found)) push(found.index + found[0].length);
  }
  push(text.length);
  return ranges;
}
