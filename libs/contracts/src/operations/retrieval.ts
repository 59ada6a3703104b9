import { defineOperation } from './define-operation';
import type { Envelope, Participant, Ref } from '../record';

/** What a searching source ranks by. */
export const FEATURES = [
  'bm25',
  'vector',
  'previous',
  'next',
  'second',
  'session',
  'speaker',
  'date',
  'recency',
  'tags',
] as const;
export type Feature = (typeof FEATURES)[number];
/** A weight for each feature; 0 switches one off. */
export type FeatureWeights = Readonly<Record<Feature, number>>;

/** Sections that sources fill, in no particular order. */
export type SectionName = 'tools' | 'knowledge' | 'state' | 'summaries' | 'events' | 'results' | 'relevant' | 'recent';

/** One source of a plan, all defaults filled in. */
export interface SourcePlan {
  readonly name: string;
  readonly type: 'recent' | 'latest' | 'tagged' | 'text' | 'vector' | 'hybrid' | 'trail' | 'catalog' | 'results';
  readonly section: SectionName;
  readonly schemas: readonly string[];
  readonly tags: readonly string[];
  readonly scope: 'session' | 'agent' | 'workspace';
  readonly limit: number;
  readonly floor: number;
  readonly weight: number;
}

export interface RetrieveRequest {
  /** The agent whose eyes these are. With a key in the request's header, the key's participant must be allowed too. */
  readonly viewer: string;
  readonly session?: string;
  readonly as_of: number;
  readonly now: string;
  readonly query: string;
  readonly exclude: readonly Ref[];
  readonly sources: readonly SourcePlan[];
  readonly tokenizer: 'o200k_base' | 'cl100k_base';
  /** Weights of the searching sources. */
  readonly features: FeatureWeights;
  /** The crumb that is answered; what `trail` looks back from. Absent where a preview asks with words that are in no crumb. */
  readonly trigger?: Ref;
  /** Tags of the trigger, for the feature `tags`. */
  readonly tags: readonly string[];
  /** Who takes part, with the names that a question may call them by. */
  readonly members: readonly (Participant & { readonly name?: string })[];
}

/**
 * One piece of indexed text that may enter a context. `rank` counts from 1 within its source. What is below the floor of every
 * source that found it comes without its text, digest, SimHash, information and vector: it is only accounted for.
 */
export interface Candidate extends Ref {
  readonly workspace: string;
  readonly chunk: number;
  readonly chunks: number;
  readonly position: number;
  readonly schema_name: string;
  readonly session?: string;
  readonly author: Participant;
  readonly audience: Envelope['audience'];
  readonly imported: boolean;
  readonly occurred_at: string;
  readonly expires_at?: string;
  /** Rendered through its llm_hints; empty when `hint_error` says why it could not be. */
  readonly text: string;
  readonly hint_error?: string;
  /** The first 7 hex digits of its text's SHA-256, by which a replay sees that it reads the same. */
  readonly digest: string;
  readonly tokens: number;
  /** 64 bits, 16 hex digits. */
  readonly simhash: string;
  /** Bits that its words say, by the workspace's statistics: the sum of log2 of how rare each distinct stem is. */
  readonly information: number;
  /** Unit vector of the embedder that serves, in a few digits; only on the best of a searching source, for finding near-same texts. */
  readonly vector?: readonly number[];
  readonly rank: number;
  readonly score: number;
  /** Each feature's share of `score`; they add up to it. */
  readonly scores: Readonly<Record<string, number>>;
}

/** What a searching source looked for. */
export interface QueryTerms {
  /** Stem and weight: 1 for the message's own, less for those of the turns it leans on. */
  readonly terms: readonly (readonly [stem: string, weight: number])[];
  readonly leans_on: readonly Ref[];
}

export interface RetrieveReply {
  readonly sources: readonly { readonly name: string; readonly candidates: readonly Candidate[] }[];
  /** How many texts more were found, so far below the floor of every source that they are only counted. */
  readonly beyond: number;
  readonly index_position: number;
  readonly embedder: string | null;
  /** SQL statements that this request ran. */
  readonly queries: number;
  /** How long it took inside the store. */
  readonly milliseconds?: number;
  /** Absent where nothing was searched. */
  readonly query?: QueryTerms;
}

/** What a text is, whichever source found it. */
export type FoundText = Omit<Candidate, 'rank' | 'score' | 'scores'>;

/** The same on the wire: texts once, in columns. `packCandidates` and `unpackCandidates` go there and back. */
export interface PackedRetrieveReply extends Omit<RetrieveReply, 'sources'> {
  /** Per finding: place of the text, rank, score, then the shares of `features`. */
  readonly sources: readonly { readonly name: string; readonly found: readonly (readonly (number | null)[])[] }[];
  readonly features: readonly string[];
  /** A member of all texts in their order, as far as they say anything unusual. */
  readonly own: { readonly [Name in keyof FoundText]?: readonly (FoundText[Name] | null)[] };
  /** A member in which few texts differ: each value once, and which of them a text has. */
  readonly shared: Readonly<Record<string, { readonly at: readonly number[]; readonly values: readonly unknown[] }>>;
}

export const Retrieve = defineOperation<RetrieveRequest, PackedRetrieveReply>('store', 'retrieve');

export interface SearchRequest {
  readonly query: string;
  readonly mode: 'text' | 'vector' | 'hybrid';
  readonly filter?: {
    readonly session?: string;
    readonly schemas?: readonly string[];
    readonly tags?: readonly string[];
    readonly author?: string;
    readonly since?: string;
  };
  readonly limit?: number;
  /** The agent whose eyes these are. Only for services, which see everything otherwise. */
  readonly viewer?: string;
}

export interface SearchReply {
  readonly results: readonly {
    readonly breadcrumb: Envelope;
    readonly score: number;
    readonly scores: Readonly<Record<string, number>>;
  }[];
}

export const Search = defineOperation<SearchRequest, SearchReply>('store', 'search');

/** Pieces of text that a context was made of, as they were indexed. */
export interface ChunksRequest {
  readonly viewer: string;
  readonly refs: readonly (Ref & { readonly chunk: number })[];
  readonly tokenizer: 'o200k_base' | 'cl100k_base';
}

/** In the order asked: the text; `erased`; or null for what is not there, or not for these eyes. Scores and ranks are 0. */
export interface ChunksReply {
  readonly chunks: readonly (Candidate | { readonly erased: true } | null)[];
  readonly queries: number;
}

export const Chunks = defineOperation<ChunksRequest, ChunksReply>('store', 'chunks');

/** What providers billed for an agent's, or a model's, latest turns beside what was counted. */
export interface CalibrationRequest {
  readonly model?: string;
  readonly agent?: string;
  /** Only turns that ended before this position. */
  readonly as_of?: number;
}

export interface CalibrationReply {
  readonly samples: number;
  /** Billed over counted: exponentially weighted mean, clamped to 0.8 … 1.6; 1 without samples. */
  readonly factor: number;
  /** 99th percentile of how far a bill was over factor times count, as a share; 0 without samples. */
  readonly margin: number;
}

export const Calibration = defineOperation<CalibrationRequest, CalibrationReply>('store', 'calibration');

/** Where a crumb's words went: the contexts that hold it and the answers given on them, newest first, as far as the caller may read. */
export interface InfluenceReply {
  readonly contexts: readonly {
    readonly id: string;
    readonly agent: string;
    readonly session?: string;
    readonly created_at: string;
    readonly quoted_version: number;
    readonly response?: { readonly id: string; readonly action: string; readonly created_at: string };
  }[];
  /** How many more there are. */
  readonly beyond: number;
}

export const Influence = defineOperation<{ readonly id: string; readonly limit?: number }, InfluenceReply>(
  'store',
  'influence',
);
