import { z } from 'zod';
import type { WorkspaceRetentionV1 } from '../generated/types';
import type { Participant } from '../record';
import { BREADCRUMB_STORE } from '../service-names';
import { defineOperation, replyOf, type RequestOf } from './define-operation';
import { jsonSchema } from './zod-json-schema';

/** How long breadcrumbs of a schema live. */
export interface SchemaLife {
  readonly schema: string;
  /** Their age, in seconds. */
  readonly seconds?: number;
  /** For how many seconds nobody has used them. */
  readonly unused_seconds?: number;
  /** Default: both. */
  readonly when?: 'both' | 'either';
  /** Whether the setting of the workspace gives it, or the definition of the schema. */
  readonly from: 'setting' | 'schema';
  /** Since when uses are counted, ISO 8601. Absent: they do not matter, or are not counted yet. */
  readonly counted_since?: string;
}

/** What retention keeps and has removed in a workspace, and what holds it back. */
export interface RetentionReply {
  /** Days by class; a class that is absent is kept forever. */
  readonly keep_days: WorkspaceRetentionV1['keep_days'];
  readonly archived_only: boolean;
  /** The lives of breadcrumbs, by schema. */
  readonly lives: readonly SchemaLife[];
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
  /** Of each class, and of `lives`. */
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

/** A row that retention would remove. */
export interface RemovableItem {
  /** Of a decision: the breadcrumb that was decided about; of an event: the breadcrumb that it announced. */
  readonly id: string;
  readonly schema_name?: string;
  /** Why it would go, in one sentence. */
  readonly because: string;
}

/** What retention would remove of one class, or of the breadcrumbs of one life. */
export interface RetentionTrial {
  /** A class of `keep_days`, or `lives`. */
  readonly class: string;
  /** Of lives: of which schema. */
  readonly schema?: string;
  /** How many rows would be removed; at most {@link RETENTION_TRIAL_MOST}, of events {@link RETENTION_TRIAL_MOST} from the beginning of the log. */
  readonly count: number;
  /** How many rows are as old, and stay because a memory, a pinned case, an open turn or a hold names them; at most {@link RETENTION_TRIAL_MOST}. */
  readonly needed: number;
  /** The first of them. */
  readonly items: readonly RemovableItem[];
}

/** The most rows that a trial counts of one class. */
export const RETENTION_TRIAL_MOST = 10_000;

/** What retention would remove now. */
export interface RetentionPreview {
  readonly trials: readonly RetentionTrial[];
  /** Lives that were tried and are not stored: their uses before now are known of contexts only. */
  readonly uncounted: readonly string[];
}

/** A setting without its name; every part has a default. */
export type RetentionSettingParts = Partial<Omit<WorkspaceRetentionV1, 'name'>>;

/** Returns what retention would remove now, by the stored setting or by another one, and why. Removes nothing. */
export const PreviewRetention = defineOperation({
  name: 'store.retention-preview',
  service: BREADCRUMB_STORE,
  callers: [],
  role: 'operator',
  request: z.object({
    /** A setting that is tried. Default: the stored one. */
    setting: jsonSchema<RetentionSettingParts>().optional(),
    /** How many rows of each class are listed. Default 20. */
    limit: z.int().min(0).max(500).optional(),
  }),
  reply: replyOf<RetentionPreview>(),
});

export type PreviewRetentionRequest = RequestOf<typeof PreviewRetention>;

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
