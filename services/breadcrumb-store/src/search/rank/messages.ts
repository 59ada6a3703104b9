import type { RankableText } from './question';

/** Texts in time order as messages: the chunks of one crumb that stand together. */
export interface Messages {
  /** The message of each text, by index. */
  readonly of: Int32Array;
  /** Index of the first text of each message, and at the end the number of texts. */
  readonly first: Int32Array;
  readonly count: number;
  /** How many stems each message has, repetitions included. */
  readonly stems: Float64Array;
  /** How many tokens each message has. */
  readonly tokens: Float64Array;
}

/** Groups texts that are in time order by crumb; pass it to `TextList.once`. */
export function groupMessages(texts: readonly RankableText[]): Messages {
  const of = new Int32Array(texts.length);
  const starts: number[] = [];
  texts.forEach(({ id }, at) => {
    if (texts[at - 1]?.id !== id) starts.push(at);
    of[at] = starts.length - 1;
  });
  const stems = new Float64Array(starts.length);
  const tokens = new Float64Array(starts.length);
  texts.forEach((text, at) => {
    const nth = of[at] as number;
    stems[nth] = (stems[nth] as number) + text.length;
    tokens[nth] = (tokens[nth] as number) + text.tokens;
  });
  return { of, first: Int32Array.from([...starts, texts.length]), count: starts.length, stems, tokens };
}
