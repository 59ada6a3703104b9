import { z } from 'zod';
import { BREADCRUMB_STORE } from '../service-names';
import { defineOperation, replyOf } from './define-operation';
import type { Identity } from './keys';
import { position } from './request-fields';

/** What a reader of the store must know before it answers a request. */
export interface LogHeadReply {
  /** The epoch of the log. Positions of different epochs cannot be compared. */
  readonly epoch: number;
  /** The last committed position. */
  readonly position: number;
  /** How far the write-ahead log of the database is on disk, bytes: all that was acknowledged is before it. */
  readonly wal_position: number;
  /** The last position at which something was changed, erased or expired, so that less may be readable than before. */
  readonly last_change: number;
  /** The name of the embedder that serves queries. */
  readonly embedder: string;
  /** The holder of the key in the request; null without a key. */
  readonly identity: Identity | null;
  /** The workspaces of which uses of breadcrumbs are counted. Absent: none. */
  readonly counts_uses?: readonly string[];
}

/** Returns where the log ends, and whose key came with the request. Readers send it to the writer before they answer from a replica. */
export const ReadLogHead = defineOperation({
  name: 'store.log-head',
  service: BREADCRUMB_STORE,
  callers: [BREADCRUMB_STORE],
  forwarders: [BREADCRUMB_STORE],
  role: 'reader',
  anyWorkspace: true,
  request: z.object({
    /** A request waits until the texts up to this position are indexed: the index does not let writers go first. */
    awaited_text: position.optional(),
    /** Breadcrumbs that the reader has shown since its last report. */
    uses: z.array(z.object({ workspace: z.string(), ids: z.array(z.string()) })).optional(),
  }),
  reply: replyOf<LogHeadReply>(),
});
