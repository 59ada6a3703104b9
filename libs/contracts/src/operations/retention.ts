import { z } from 'zod';
import type { WorkspaceRetentionV1 } from '../generated/types';
import type { Participant } from '../record';
import { BREADCRUMB_STORE } from '../service-names';
import { defineOperation, replyOf } from './define-operation';

/** What retention keeps and has removed in a workspace, and what holds it back. */
export interface RetentionReply {
  /** Days by class; a class that is absent is kept forever. */
  readonly keep_days: WorkspaceRetentionV1['keep_days'];
  readonly archived_only: boolean;
  /** The first position of the log that may still have an event. */
  readonly first_position: number;
  /** The last position of the log. */
  readonly head: number;
  /** Everything through this position is processed by all consumers. */
  readonly settled: number;
  /** The consumer that is furthest behind. Absent: none is, or it is for operators of the workspace `default` only. */
  readonly held_by?: string;
  /** The last position that an archive holds; 0 without one. */
  readonly archived: number;
  readonly removed: readonly {
    readonly class: string;
    /** How many rows so far. */
    readonly count: number;
    /** Only what is older than this, ISO 8601. */
    readonly before: string;
    /** When something was removed last, ISO 8601. */
    readonly at: string;
  }[];
}

/** Returns what a workspace keeps for how long, and what was removed. */
export const DescribeRetention = defineOperation({
  name: 'store.retention',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'operator',
  request: z.object({}),
  reply: replyOf<RetentionReply>(),
});

/** The checksum of a workspace: equal for equal logs and equal records that follow from them, in any database. */
export interface WorkspaceChecksum {
  readonly workspace: string;
  /** How many rows each table has. */
  readonly rows: Readonly<Record<string, number>>;
  /** SHA-256, in hex. */
  readonly checksum: string;
}

/** Computes the checksum of a workspace, from all of its rows. */
export const ComputeChecksum = defineOperation({
  name: 'store.checksum',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'operator',
  request: z.object({}),
  reply: replyOf<WorkspaceChecksum>(),
});

/** In whose name a workspace's retention removes breadcrumbs: tombstones have it as `erased_by`. */
export const RETENTION: Participant = { kind: 'service', id: 'retention' };

/** Why a breadcrumb is gone, in one sentence, from its tombstone. */
export function describeRemoval({ at, by }: { readonly at: string; readonly by: Participant }): string {
  const isRetention = by.kind === RETENTION.kind && by.id === RETENTION.id;
  return isRetention
    ? `It was removed by retention on ${at.slice(0, 10)}.`
    : `It was erased at ${at} by ${by.kind} ${by.id}.`;
}
