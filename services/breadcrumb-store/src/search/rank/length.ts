import type { RankableText } from './question';
import type { Continuation } from './text-list';

/** How length lowers a score. */
export interface LengthDiscount {
  /** Tokens up to which it costs nothing. */
  readonly short: number;
  /** How fast the score falls beyond. */
  readonly exponent: number;
}

/** By what a score is multiplied for `tokens` tokens: 1 for a short text, then falling with the exponent. */
export const discountLength = (tokens: number, { short, exponent }: LengthDiscount): number =>
  tokens <= short ? 1 : (short / tokens) ** exponent;

/** The tokens of each text of a list. */
export const TOKENS: Continuation<RankableText, Float64Array> = {
  compute: (texts) => Float64Array.from(texts, ({ tokens }) => tokens),
  append: (before, texts, from) => {
    const all = new Float64Array(texts.length);
    all.set(before);
    for (let at = from; at < texts.length; at += 1) all[at] = (texts[at] as RankableText).tokens;
    return all;
  },
};

const authorKey = ({ author: { kind, id } }: RankableText): string => `${kind}:${id}`;

interface AuthorSum {
  tokens: number;
  messages: number;
}

interface AuthorMeans {
  /** Mean tokens of the messages of each text's author. */
  readonly means: Float64Array;
  /** The author of each text, as its index in `sums`. */
  readonly authors: Int32Array;
  readonly sums: readonly Readonly<AuthorSum>[];
  readonly numbers: ReadonlyMap<string, number>;
}

function addAuthors(before: AuthorMeans, texts: readonly RankableText[], from: number): AuthorMeans {
  const numbers = new Map(before.numbers);
  const sums = before.sums.map((sum) => ({ ...sum }));
  const authors = new Int32Array(texts.length);
  authors.set(before.authors);
  for (let at = from; at < texts.length; at += 1) {
    const text = texts[at] as RankableText;
    const key = authorKey(text);
    const number = numbers.get(key) ?? sums.push({ tokens: 0, messages: 0 }) - 1;
    numbers.set(key, number);
    authors[at] = number;
    const sum = sums[number] as AuthorSum;
    sum.tokens += text.tokens;
    if (texts[at - 1]?.id !== text.id) sum.messages += 1;
  }
  const mean = Float64Array.from(sums, ({ tokens, messages }) => tokens / messages);
  const means = new Float64Array(texts.length);
  for (let at = 0; at < means.length; at += 1) means[at] = mean[authors[at] as number] as number;
  return { means, authors, sums, numbers };
}

const NO_AUTHORS: AuthorMeans = {
  means: new Float64Array(0),
  authors: new Int32Array(0),
  sums: [],
  numbers: new Map(),
};

/** Mean tokens of the messages of each text's author. */
export const AUTHOR_MEANS: Continuation<RankableText, AuthorMeans> = {
  compute: (texts) => addAuthors(NO_AUTHORS, texts, 0),
  append: addAuthors,
};
