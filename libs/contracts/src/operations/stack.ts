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
}

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
