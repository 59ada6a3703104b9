import { FEATURES, type FeatureWeights } from '@crumbtrail/contracts';
import type { RankableText, RankingQuestion } from '../src/search/rank/question';

export const NOW = Date.parse('2024-05-15T10:00:00Z');
/** In milliseconds. */
export const HOUR = 3_600_000;
const NOTHING = Object.fromEntries(FEATURES.map((name) => [name, 0])) as FeatureWeights;
/** Weights by which only the text's own words count, unless given otherwise. */
export const weights = (over: Partial<FeatureWeights> = {}): FeatureWeights => ({ ...NOTHING, bm25: 1, ...over });

export const user = (id: string) => ({ kind: 'user' as const, id });

function termsOf(words: string): Map<string, number> {
  const terms = new Map<string, number>();
  for (const word of words.split(' ').filter(Boolean)) terms.set(word, (terms.get(word) ?? 0) + 1);
  return terms;
}

/** The nth text of a session, half a minute after the one before. */
export function text(nth: number, words: string, over: Partial<RankableText> = {}): RankableText {
  const terms = termsOf(words);
  const length = [...terms.values()].reduce((sum, times) => sum + times, 0);
  return {
    key: `k${nth}`,
    id: `id-${String(nth).padStart(3, '0')}`,
    version: 1,
    ordinal: 0,
    position: nth,
    occurredAt: NOW - HOUR + nth * 30_000,
    author: user('ann'),
    tags: [],
    terms,
    length,
    tokens: length,
    session: 's',
    ...over,
  };
}

/** A question with words of equal weight. */
export function question(words: string, over: Partial<RankingQuestion> = {}): RankingQuestion {
  return {
    terms: [...termsOf(words).keys()].map((term) => ({ term, idf: 1, weight: 1 })),
    averageLength: 3,
    text: words,
    members: [],
    tags: [],
    now: NOW,
    embedder: null,
    mode: 'hybrid',
    ...over,
  };
}

/** The nth text, each on a different day. */
export const far = (nth: number, words: string): RankableText =>
  text(nth, words, { occurredAt: NOW + nth * 24 * HOUR });
