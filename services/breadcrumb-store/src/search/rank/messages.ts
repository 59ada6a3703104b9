import type { RankableText } from './question';
import type { Continuation } from './text-list';

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

/** Indexes of the texts from `from` on that begin a message. */
function findStarts(texts: readonly RankableText[], from: number): number[] {
  const starts: number[] = [];
  for (let at = from; at < texts.length; at += 1) if (texts[at - 1]?.id !== texts[at]?.id) starts.push(at);
  return starts;
}

/** The messages of all texts, from those of the texts before `from`, where a message begins. */
function addMessages(before: Messages, texts: readonly RankableText[], from: number): Messages {
  const starts = findStarts(texts, from);
  const count = before.count + starts.length;
  const of = new Int32Array(texts.length);
  const first = new Int32Array(count + 1);
  const stems = new Float64Array(count);
  const tokens = new Float64Array(count);
  of.set(before.of);
  first.set(before.first.subarray(0, before.count));
  first.set(starts, before.count);
  first[count] = texts.length;
  stems.set(before.stems);
  tokens.set(before.tokens);
  let nth = before.count - 1;
  for (let at = from; at < texts.length; at += 1) {
    if (at === first[nth + 1]) nth += 1;
    const text = texts[at] as RankableText;
    of[at] = nth;
    stems[nth] = (stems[nth] as number) + text.length;
    tokens[nth] = (tokens[nth] as number) + text.tokens;
  }
  return { of, first, count, stems, tokens };
}

const NO_MESSAGES: Messages = {
  of: new Int32Array(0),
  first: new Int32Array(1),
  count: 0,
  stems: new Float64Array(0),
  tokens: new Float64Array(0),
};

/** Texts that are in time order, grouped by crumb. */
export const MESSAGES: Continuation<RankableText, Messages> = {
  compute: (texts) => addMessages(NO_MESSAGES, texts, 0),
  append: (before, texts, from) => (texts[from - 1]?.id === texts[from]?.id ? null : addMessages(before, texts, from)),
};
