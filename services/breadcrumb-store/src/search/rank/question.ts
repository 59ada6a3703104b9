import type { Participant } from '@crumbtrail/contracts';

/** One visible chunk of the pool. */
export interface RankableText {
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
  /** What it is known again by, once somebody has worked that out. */
  fingerprint?: string | undefined;
  /** Its cosine with the question that was asked last. */
  lastCosine?: { readonly to: readonly number[]; readonly cosine: number } | undefined;
}

/** One stem of a question. */
export interface QuestionTerm {
  readonly term: string;
  /** How rare it is, also where no text holds it: that says how much of the question can be found. As rare as in the pool if absent. */
  readonly idf?: number;
  /** 1 for the question's own words, less for those of turns that it leans on. */
  readonly weight: number;
}

/** What texts are ranked by. */
export interface RankingQuestion {
  readonly terms: readonly QuestionTerm[];
  /** Stems of the usual text; of the pool's if absent. */
  readonly averageLength?: number;
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
