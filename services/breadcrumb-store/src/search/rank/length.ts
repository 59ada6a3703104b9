import type { RankableText } from './question';

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

/** The tokens of each text; pass it to `TextList.once`. */
export const listTokens = (texts: readonly RankableText[]): Float64Array =>
  Float64Array.from(texts, ({ tokens }) => tokens);

const authorKey = ({ author: { kind, id } }: RankableText): string => `${kind}:${id}`;

/** Mean tokens of the messages of each text's author; pass it to `TextList.once`. */
export function findAuthorMeans(texts: readonly RankableText[]): Float64Array {
  const sums = new Map<string, { tokens: number; messages: number }>();
  const ofText = texts.map((text, at) => {
    const key = authorKey(text);
    const sum = sums.get(key) ?? { tokens: 0, messages: 0 };
    sum.tokens += text.tokens;
    if (texts[at - 1]?.id !== text.id) sum.messages += 1;
    sums.set(key, sum);
    return sum;
  });
  return Float64Array.from(ofText, ({ tokens, messages }) => tokens / messages);
}
