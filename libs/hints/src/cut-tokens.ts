import { countTokens, type Encoding } from './count-tokens';

/** A text within a limit. */
export interface CutText {
  readonly text: string;
  /** Whether its end is missing. */
  readonly isCut: boolean;
}

/** Longer texts are cut before their tokens are counted: hardly any text has more characters per token. */
const CHARS_PER_TOKEN = 6;

/** The start of a text with at most `maxTokens` tokens. */
export function cutTokens(text: string, maxTokens: number, encoding: Encoding = 'o200k_base'): CutText {
  const fits = (start: string): boolean => countTokens(start, encoding) <= maxTokens;
  const start = text.slice(0, maxTokens * CHARS_PER_TOKEN);
  if (fits(start)) return { text: start, isCut: start !== text };
  let [short, long] = [0, start.length];
  while (long - short > 1) {
    const middle = (short + long) >> 1;
    if (fits(start.slice(0, middle))) short = middle;
    else long = middle;
  }
  return { text: start.slice(0, short).replace(/[\uD800-\uDBFF]$/, ''), isCut: true };
}
