import { z } from 'zod';
import { BREADCRUMB_STORE, GATEWAY } from '../service-names';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { name, text, WORKERS } from './request-fields';

/** Creates a service's durable consumer at the right position of the stream, or recreates it. */
export const Subscribe = defineOperation({
  name: 'store.subscribe',
  service: BREADCRUMB_STORE,
  callers: WORKERS,
  role: null,
  request: z.object({
    durable: name,
    /** NATS subject filter, as libs/bus builds it. */
    filter: text,
    /** Where a new durable starts: at the log's beginning or at its head. */
    start: z.enum(['first', 'head']),
    ack_wait_ms: z.int().min(50).max(3_600_000),
  }),
  reply: replyOf<{ readonly stream: string; readonly epoch: number }>(),
});
export type SubscribeRequest = RequestOf<typeof Subscribe>;

export interface StatusReply {
  /** The version of Crumbtrail that the store runs. Absent: an older version. */
  readonly version?: string;
  /** The schema of the database: the name of its last migration. */
  readonly schema?: string;
  readonly log_id: string;
  readonly epoch: number;
  readonly head: number;
  readonly relayed: number;
  readonly indexed: number;
  readonly embedded: number;
  readonly database: 'pglite' | 'postgres';
  readonly embedder: string;
  readonly oldest_unrelayed_ms: number;
  /** Why writes are refused now, in one sentence: a disk is full. Absent: they are not. */
  readonly writes_refused?: string;
  /** Positions that failovers of the database lost in the last seven days, newest first. Each may have held acknowledged breadcrumbs. */
  readonly lost: readonly {
    readonly from: number;
    readonly through: number;
    /** The epoch that began after it. */
    readonly epoch: number;
    /** When it was noticed, ISO 8601. */
    readonly at: string;
  }[];
  readonly durables: readonly {
    readonly name: string;
    readonly floor: number;
    readonly waiting: number;
    readonly pending: number;
    /** How long ago the oldest event was written that it has yet to process, milliseconds. Absent: there is none, or the store is of an older version. */
    readonly oldest_pending_ms?: number;
  }[];
}

/** Returns the state of the log, its index and its durables. */
export const Status = defineOperation({
  name: 'store.status',
  service: BREADCRUMB_STORE,
  callers: [...WORKERS, GATEWAY],
  role: 'reader',
  request: z.object({}),
  reply: replyOf<StatusReply>(),
});

export interface EmbeddingsReply {
  /** The embedder that serves queries now. */
  readonly serving: string;
  /** The embedder that was chosen; it serves once all texts have its vectors. */
  readonly chosen: string;
  readonly embedded_position: number;
  readonly indexed_position: number;
  /** Number of texts without a vector of the chosen embedder. */
  readonly backlog: number;
  /** Why the chosen embedder makes no progress, or why the serving one could not answer the last query. */
  readonly trouble?: string;
  /** Texts that have a stored vector of the chosen embedder; absent where it computes vectors in memory and stores none. */
  readonly embedded?: number;
  /** The embedder that the environment names. */
  readonly configured?: string;
  /** Which embedders can be chosen. */
  readonly choices?: readonly EmbedderOption[];
  /** Whether operators of this workspace may change it. */
  readonly may_change?: boolean;
}

/** A kind of embedder that can be chosen, or what it lacks. */
export interface EmbedderOption {
  /** How it is chosen; a kind with models takes `/model` behind it. */
  readonly use: 'words' | 'lexical' | 'openai' | 'onnx';
  /** Why it cannot be chosen here. */
  readonly missing?: string;
}

/** What came of embedding two texts with an embedder, and what a switch to it would take. */
export interface EmbedderTrial {
  /** Its full name. */
  readonly embedder: string;
  readonly ok: boolean;
  /** Why it did not work. */
  readonly message?: string;
  readonly latency_ms: number;
  readonly dimensions: number;
  /** The cosine of the two vectors: 1 for texts that are alike. */
  readonly likeness: number;
  /** How many texts it would have to embed before it serves, about how many characters they have, and about how long that takes. */
  readonly pending: number;
  readonly pending_characters: number;
  readonly estimate_ms: number;
}

/** Embeds two texts with an embedder, which need not be the one that serves. Stores nothing. Only operators of `default` may. */
export const TryEmbedder = defineOperation({
  name: 'store.try-embedder',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'operator',
  request: z.object({
    /** As `use` of {@link Embeddings}. */
    use: z.string().min(1).max(256),
    text: z.string().min(1).max(2_000),
    other: z.string().min(1).max(2_000),
  }),
  reply: replyOf<EmbedderTrial>(),
});

/** Returns which embedder serves, and with `use`, changes it for all workspaces. Only operators of `default` may change it. */
export const Embeddings = defineOperation({
  name: 'store.embeddings',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'operator',
  request: z.object({
    /** `words`, `lexical`, `openai` or `onnx`, or one of the latter two with `/model`. */
    use: z.string().min(1).max(256).optional(),
  }),
  reply: replyOf<EmbeddingsReply>(),
});
export type EmbeddingsRequest = RequestOf<typeof Embeddings>;

export interface VacuumReply {
  readonly database: 'pglite' | 'postgres';
  /** True: no file of the database holds erased texts any more. False on Postgres, whose files, logs and backups are its operator's. */
  readonly removed_from_disk: boolean;
  readonly milliseconds: number;
}

/** Removes what was erased from the files of an embedded database, and frees its rows on Postgres. */
export const Vacuum = defineOperation({
  name: 'store.vacuum',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'operator',
  request: z.object({}),
  reply: replyOf<VacuumReply>(),
});
