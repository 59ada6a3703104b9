import type { Participant } from '@crumbtrail/contracts';

/** One visible chunk of the pool. What depends on it alone is worked out once, so a text that is kept is kept as this object. */
export interface PoolText {
  readonly key: string;
  readonly id: string;
  readonly ordinal: number;
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly author: Participant;
  readonly tags: readonly string[];
  /** How often each stem stands in the text and in its author's name. */
  readonly terms: ReadonlyMap<string, number>;
  /** Stems in all. */
  readonly length: number;
  /** Unit vector of the serving embedder. */
  readonly vector?: Float32Array;
  readonly session: string | null;
}

/** One stem of a question. */
export interface Term {
  readonly term: string;
  readonly idf: number;
  /** 1 for the question's own words, less for those of turns that it leans on. */
  readonly weight: number;
}

/** What texts are ranked by. */
export interface Question {
  readonly terms: readonly Term[];
  /** Stems of the usual text. */
  readonly averageLength: number;
  /** Unit vector of the question by the serving embedder. */
  readonly vector?: readonly number[];
  readonly text: string;
  /** Who there is, by name, beside the authors' ids. */
  readonly members: readonly { readonly kind: Participant['kind']; readonly id: string; readonly name?: string }[];
  readonly tags: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly embedder: string | null;
  readonly mode: 'text' | 'vector' | 'hybrid';
}

export type Feature = 'bm25' | 'vector' | 'previous' | 'next' | 'second' | 'session' | 'speaker' | 'recency' | 'tags';

/** How much each feature counts. */
export type FeatureWeights = Readonly<Record<Feature, number>>;

/** A text with what it is worth. */
export interface RankedText {
  readonly text: PoolText;
  readonly score: number;
  /** Each feature's share of the score; they add up to it. */
  readonly scores: Readonly<Record<string, number>>;
}

const byRank = (a: RankedText, b: RankedText): number =>
  b.score - a.score ||
  b.text.position - a.text.position ||
  (a.text.id < b.text.id ? -1 : Number(a.text.id > b.text.id)) ||
  a.text.ordinal - b.text.ordinal;

function wordScore({ terms, averageLength }: Question, text: PoolText): number {
  return terms.reduce((sum, { term, idf, weight }) => {
    const times = text.terms.get(term) ?? 0;
    return sum + (weight * idf * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * text.length) / averageLength));
  }, 0);
}

/**
 * The texts of a pool that have anything to do with a question, best first. `pool` is in time order: by time, position,
 * ordinal. Equal scores go by position, then id, then ordinal.
 */
export function rankTexts(pool: readonly PoolText[], question: Question, weights: FeatureWeights): RankedText[] {
  return pool
    .map((text): RankedText => {
      const bm25 = weights.bm25 * wordScore(question, text);
      return { text, score: bm25, scores: { bm25 } };
    })
    .filter(({ score }) => score > 0)
    .sort(byRank);
}
