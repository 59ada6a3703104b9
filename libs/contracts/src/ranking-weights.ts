import { z } from 'zod';
import { featureWeights } from './operations/retrieval';

const share = z.number().min(0).max(1);
const positive = z.number().positive();

/** What a feature's weight does not say; the same for every search. */
const rankingParameters = z.strictObject({
  k1: z.number().min(0).max(10),
  b: share,
  saturation: z.number().positive().max(10),
  covered: positive.max(1),
  short_tokens: positive.max(10_000),
  lent: z.number().min(0).max(2),
  half_life_days: positive.max(10_000),
  sitting_tokens: positive.max(1_000_000),
  pause_hours: positive.max(1_000),
  aftermath_days: z.number().min(0).max(365),
  aftermath: share,
  order_spread: share,
  order_messages: positive.max(1_000),
  order_early: share,
  order_author: z.number().min(0).max(100),
  expansion_texts: z.int().min(0).max(100),
  expansion_words: z.int().min(0).max(100),
  expansion_weight: share,
  first_of_several: share,
  request_word: share,
  borrowed_last: share,
  borrowed_before: share,
  near_weight: share,
  near_cosine: share,
  near_words: z.int().min(0).max(100),
  near_rarity: share,
  meaning_admits: z.int().min(0).max(100),
  meaning_score: share,
  phrases: share,
  phrase_texts: z.int().min(0).max(1_000),
});
const rankingWeights = z.strictObject({ features: featureWeights.strict(), parameters: rankingParameters });

/** What a ranking does with texts besides weighing their features. */
export type RankingParameters = Readonly<z.infer<typeof rankingParameters>>;
/** Everything that decides how texts are ranked. */
export type RankingWeights = Readonly<z.infer<typeof rankingWeights>>;

/** The weights; throws a RangeError that names the first that is missing, not a finite number, or out of its range. */
export function parseRankingWeights(value: unknown): RankingWeights {
  const parsed = rankingWeights.safeParse(value);
  if (parsed.success) return parsed.data;
  const [{ path, message } = { path: [], message: 'is wrong' }] = parsed.error.issues;
  throw new RangeError(`ranking weight ${path.join('.') || '(all)'}: ${message}`);
}

/**
 * All weights of the ranking. A request or a `context.config.v1` may bring other features; the parameters are the same everywhere.
 *
 * Strict recall in percent at 1,000 / 2,000 / 4,000 tokens and R@10 with these weights, and with weights that `npm run bench -- fit` fitted on
 * everything but what a row names; a change is worth only what it gains in the last column (docs/decisions/0115; 0048 has how):
 *
 * | left out         | these weights             | fitted without it         |
 * | ---------------- | ------------------------- | ------------------------- |
 * | BEAM, 8 chats    | 64.1 / 72.8 / 81.4 / 68.0 | 63.6 / 70.2 / 80.7 / 67.5 |
 * | LoCoMo, 3 of 10  | 84.7 / 89.8 / 93.5 / 76.8 | 84.1 / 89.7 / 93.5 / 76.5 |
 */
export const RANKING_WEIGHTS: RankingWeights = parseRankingWeights({
  // The shares that features add to a score, where the words of the best text are worth 1. 0 switches a feature off; at most 1,000.
  features: {
    /** The text's own words (BM25). */
    bm25: 1,
    /** The words of the rest of its message. */
    message: 1,
    /** Similarity of its vector, 0 to 1. */
    vector: 0.5,
    /** Similarity of its meaning, 0 to 1, times the share of the question's information that no text has in its words; only by the built-in embedder. */
    meaning: 0.5,
    /** The words of the message before it, in the same sitting. */
    previous: 0.5,
    /** The words of the message after it. */
    next: 0.25,
    /** The words of the messages two before and two after it. */
    second: 0.2,
    /** How well its sitting matches, 0 for the mean to 1 for the best. */
    session: 0.2,
    /** The question names its author. */
    speaker: 0.5,
    /** It was written in the time that the question names. */
    date: 0.75,
    /** How new it is, 1 for now. */
    recency: 0.05,
    /** The share of the question's tags that it has. */
    tags: 0.2,
    /** An exponent, not a share: a score is multiplied by (short_tokens / tokens) ^ length where the text is longer. */
    length: 0.3,
    /** The same exponent for the mean tokens of its author's messages. */
    author: 0.5,
  },
  parameters: {
    /** BM25 (Robertson & Zaragoza 2009): how fast a word that is repeated in a text stops counting; 0 to 10. */
    k1: 1.2,
    /** BM25: how much a text's length counts; 0 to 1. */
    b: 0.75,
    /** The frequency, over a text and its neighbours, at which a word has two thirds of its most score; above 0, at most 10. */
    saturation: 0.5,
    /** The words of the best text are worth 1, unless they have less than this share of the question's information; above 0, at most 1. */
    covered: 0.5,
    /** Tokens (o200k) up to which length costs nothing. */
    short_tokens: 80,
    /** The exponent by which a longer message lends its neighbours less of its words; 0 to 2. */
    lent: 0.5,
    /** Days in which recency halves. */
    half_life_days: 7,
    /** Tokens of a whole sitting up to which `session` counts fully; beyond, it falls with the tokens. */
    sitting_tokens: 1_000,
    /** Hours without a message after which a new sitting begins. */
    pause_hours: 3,
    /** Days after a named time in which people still talk about it. */
    aftermath_days: 7,
    /** The share of `date` for a text of those days. */
    aftermath: 0.5,
    /** For a question about an order of events: the share that a text loses beside a better one. */
    order_spread: 0.7,
    /** How many messages away that loss falls to a third. */
    order_messages: 4,
    /** The share that the last text of a conversation loses there, because such a question is about first mentions; the first one loses nothing. */
    order_early: 0.6,
    /** The weight of `author` there, where it is more: what people brought up, assistants answered at length. */
    order_author: 0.8,
    /** Of how many of the best texts such a question takes words, because it names a whole subject by few; 0: none. */
    expansion_texts: 5,
    /** How many words it takes from them. */
    expansion_words: 8,
    /** The share that such a word counts of one of the question's own. */
    expansion_weight: 0.3,
    /** The share of `speaker` for the first of several people that a question names. */
    first_of_several: 0.5,
    /** The share that a word counts which only says how to answer ("list in order"). */
    request_word: 0.25,
    /** The share that a word counts which a short question borrows from the message before it. */
    borrowed_last: 0.5,
    /** The same for the message before that one. */
    borrowed_before: 0.25,
    /** What a word of the conversation counts, times its cosine, that means something like one of the question; 0: none are looked for. */
    near_weight: 0.25,
    /** The least cosine of two such words. */
    near_cosine: 0.4,
    /** How many such words stand for one of the question, at most. */
    near_words: 20,
    /** They are looked for where at most this share of the conversation's texts has the word itself. */
    near_rarity: 0.003,
    /** How many of the texts nearest in meaning are found whatever else they score, if no text has a word of the question; of one that has all, none. */
    meaning_admits: 16,
    /** The score that those have at least: just above the floor that sources have by default. */
    meaning_score: 0.301,
    /** What a text gains, as a share of its score, that has all words which stand together in the question standing together; 0: none. */
    phrases: 0.3,
    /** How many of the best texts are looked at for it. */
    phrase_texts: 60,
  },
});
