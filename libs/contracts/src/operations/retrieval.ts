import { z } from 'zod';
import { BREADCRUMB_STORE, CONTEXT_BUILDER } from '../service-names';
import type { Ref } from '../record';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import type { Candidate } from './candidate';
import type { Identity } from './keys';
import { readRequest, type ReadReply } from './reading';
import type { RecalledSession } from './past-sessions';
import type { ScopeStart } from './session-scopes';
import { list, participantKind, position, text, time } from './request-fields';

/** Weight of a feature; 0 switches it off. */
const featureWeight = z.number().min(0).max(1_000);
/** The weight of each feature, as a request brings them. */
export const featureWeights = z.object({
  bm25: featureWeight,
  message: featureWeight,
  vector: featureWeight,
  meaning: featureWeight,
  previous: featureWeight,
  next: featureWeight,
  second: featureWeight,
  session: featureWeight,
  speaker: featureWeight,
  date: featureWeight,
  recency: featureWeight,
  tags: featureWeight,
  length: featureWeight,
  author: featureWeight,
});
/** The weight of each feature. */
export type FeatureWeights = Readonly<z.infer<typeof featureWeights>>;
/** The features that a searching source ranks by. */
export type Feature = keyof FeatureWeights;
/** All features, in the order of the columns of a packed reply. */
export const FEATURES = Object.keys(featureWeights.shape) as readonly Feature[];

const tokenizer = z.enum(['o200k_base', 'cl100k_base']);
const shortText = z.string().max(64);
const texts = list(text, 64);
/** A participant with its kind, such as `user:ann`, or a bare id. */
const participantText = z.string().max(80);
const amount = z.number().min(0);
/** The names of a full audience, and the author of the message. */
const MOST_READERS = 65;
const indexedRef = z.object({ id: z.uuid(), version: z.int().min(1) });

const section = z.enum([
  'tools',
  'knowledge',
  'memory',
  'state',
  'summaries',
  'events',
  'results',
  'relevant',
  'recent',
]);
/** Sections that sources fill, in no particular order. */
export type SectionName = z.infer<typeof section>;

const sourcePlan = z.object({
  name: shortText,
  type: z.enum([
    'recent',
    'latest',
    'tagged',
    'text',
    'vector',
    'hybrid',
    'trail',
    'catalog',
    'results',
    'scopes',
    'memory',
  ]),
  section,
  schemas: texts,
  tags: texts,
  scope: z.enum(['session', 'agent', 'workspace']),
  limit: z.int().min(1).max(500),
  floor: amount,
  weight: amount,
  /** Only what came since the newest scope of this level began; `reply`: since the viewer's latest reply. Absent: no limit. */
  since: shortText.optional(),
  /** Only of sessions in which the viewer took part. Absent: of any. */
  took_part: z.literal(true).optional(),
  /** How long it may take outside the session, in milliseconds. Absent: as the context-builder is configured. */
  timeout_ms: z.int().min(1).optional(),
  /** Of a `memory` source: whose memories, besides those of the session. Default: the viewer's of all sessions. */
  memories: z.enum(['session', 'agent', 'person', 'workspace']).optional(),
});
/** One source of a plan, with all defaults filled in. */
export type SourcePlan = Readonly<z.infer<typeof sourcePlan>>;

/** A retrieval without its trigger and position. */
const prefetchedRetrieval = z.object({
  /** The agent that must be allowed to read the results. With a key in the request's header, the key's participant must be too. */
  viewer: shortText,
  /** Who may read the answer that the results are for: a result must be readable for all of them, or written to inform them. */
  readers: z.union([z.enum(['all', 'agents']), list(participantText, MOST_READERS)]),
  session: shortText.optional(),
  query: z.string().max(1_048_576),
  exclude: list(indexedRef, 512),
  sources: list(sourcePlan, 16),
  tokenizer,
  /** Weights of the searching sources. */
  features: featureWeights,
  /** The crumb being answered, from which `trail` looks back. Absent when a preview searches for words that are in no crumb. */
  trigger: indexedRef.optional(),
  tags: texts,
  /** The participants, with the names that a question may use for them. */
  members: list(z.object({ kind: participantKind, id: shortText, name: text.optional() }), 1_024),
  /** The zone in which days begin, an IANA name. Default: UTC. */
  time_zone: shortText.optional(),
});

/** Up to which position messages with one set of readers have left the window of an agent. Its short-term memory holds them. */
export interface RememberedMessages {
  /** A fingerprint, as `fingerprintReaders` gives it. */
  readonly readers: string;
  readonly until: number;
}

/** The query of a searching source. */
export interface QueryTerms {
  /** Stem and weight: 1 for the message's own stems, less for those of the earlier turns that a short message refers to. */
  readonly terms: readonly (readonly [stem: string, weight: number])[];
  readonly leans_on: readonly Ref[];
  /** Words of texts that mean something like a word of the message which hardly any text has. */
  readonly near?: readonly NearTermOfQuery[];
}

/** A word of texts that is searched for because it means something like one of a message. */
export interface NearTermOfQuery {
  readonly stem: string;
  /** As it is mostly written. */
  readonly word: string;
  readonly weight: number;
  /** The word of the message. */
  readonly like: string;
}

export interface RetrieveReply {
  readonly sources: readonly { readonly name: string; readonly candidates: readonly Candidate[] }[];
  /** Number of further texts so far below the floor of every source that they are only counted. */
  readonly beyond: number;
  /** Number of current texts of the session that the agent may read, but not all readers of the answer. */
  readonly hidden: number;
  /** In time order; absent where no source is limited to a scope. */
  readonly scopes?: readonly ScopeStart[];
  /** Of the viewer in the session; absent where no source is `memory`. */
  readonly remembered?: readonly RememberedMessages[];
  /** As far as everybody may read them who may read the results. Absent where no source has `took_part`, or nothing was found of any. */
  readonly recalled?: readonly RecalledSession[];
  readonly index_position: number;
  readonly embedder: string | null;
  /** Number of SQL statements that this request ran. */
  readonly queries: number;
  /** Milliseconds inside the store. */
  readonly milliseconds?: number;
  /** Absent when nothing was searched. */
  readonly query?: QueryTerms;
}

/** The properties of a text, whichever source found it. */
export type FoundText = Omit<Candidate, 'rank' | 'score' | 'scores'>;

/** The reply on the wire: each text once, in columns. See `packCandidates` and `unpackCandidates`. */
export interface PackedRetrieveReply extends Omit<RetrieveReply, 'sources'> {
  /** For each finding: index of the text, rank, score, then the shares of `features`. */
  readonly sources: readonly { readonly name: string; readonly found: readonly (readonly (number | null)[])[] }[];
  readonly features: readonly string[];
  /** A member of all texts in their order, up to the last value that differs from the default; vectors as `packVector` writes them. */
  readonly own: {
    readonly [Name in keyof FoundText]?: readonly ((Name extends 'vector' ? string : FoundText[Name]) | null)[];
  };
  /** A member in which few texts differ: each value once, and the index of the value for each text. */
  readonly shared: Readonly<Record<string, { readonly at: readonly number[]; readonly values: readonly unknown[] }>>;
}

/** Finds candidates for a context. */
export const Retrieve = defineOperation({
  name: 'store.retrieve',
  service: BREADCRUMB_STORE,
  callers: [CONTEXT_BUILDER],
  role: 'reader',
  allowsUnsafeJson: true,
  replica: { asOf: ({ as_of }) => as_of, session: ({ session }) => session },
  request: prefetchedRetrieval.extend({ as_of: position, now: time }),
  reply: replyOf<PackedRetrieveReply>(),
});
export type RetrieveRequest = RequestOf<typeof Retrieve>;

export interface PrefetchPreviewReply {
  readonly read: ReadReply;
  /** The participant of the key in the request; null when a service sent it in its own name. */
  readonly identity: Identity | null;
  /** The result of `store.retrieve` for that key. */
  readonly found: PackedRetrieveReply;
}

/** Reads what a context is built from, in the service's own name, and its likely candidates as of that position. */
export const PrefetchPreview = defineOperation({
  name: 'store.foresee',
  service: BREADCRUMB_STORE,
  callers: [CONTEXT_BUILDER],
  forwarders: [],
  role: 'reader',
  allowsUnsafeJson: true,
  replica: { asOf: ({ read }) => read.as_of, session: ({ retrieve }) => retrieve.session },
  request: z.object({ read: readRequest, retrieve: prefetchedRetrieval }),
  reply: replyOf<PrefetchPreviewReply>(),
});
export type PrefetchPreviewRequest = RequestOf<typeof PrefetchPreview>;

/** In the order of the request: the text; `erased`; or null for what is missing or hidden from the viewer. Scores and ranks are 0. */
export interface ChunksReply {
  readonly chunks: readonly (Candidate | { readonly erased: true } | null)[];
  readonly queries: number;
}

/** Returns the indexed pieces of text that a context was made of. */
export const Chunks = defineOperation({
  name: 'store.chunks',
  service: BREADCRUMB_STORE,
  callers: [CONTEXT_BUILDER],
  forwarders: [],
  role: 'reader',
  allowsUnsafeJson: true,
  replica: {},
  request: z.object({
    viewer: shortText,
    refs: list(indexedRef.extend({ chunk: z.int().min(0).max(1_000_000) }), 1_024),
    tokenizer,
  }),
  reply: replyOf<ChunksReply>(),
});
export type ChunksRequest = RequestOf<typeof Chunks>;
