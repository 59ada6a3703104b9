import { z } from 'zod';
import type { WorkspaceRetentionV1 } from '../generated/types';
import { defineRoute } from './define-route';
import { integer, list, time, typedAs } from './fields';

const TAG = 'for operators';

const removed = z.object({
  class: z.string(),
  count: integer.describe('How many rows so far.'),
  before: time.describe('Only what is older than this was removed.'),
  at: time,
});

const retention = z
  .object({
    keep_days: typedAs<WorkspaceRetentionV1['keep_days']>({
      type: 'object',
      additionalProperties: { type: 'integer' },
    }),
    archived_only: z.boolean(),
    first_position: integer.describe('The first position of the log that may still have an event.'),
    head: integer,
    settled: integer.describe('Everything through this position is processed by all consumers.'),
    held_by: z.string().optional().describe('The consumer that is furthest behind.'),
    archived: integer.describe('The last position that an archive holds; 0 without one.'),
    removed: list(removed),
  })
  .meta({ id: 'Retention' });

export const ReadRetention = defineRoute({
  name: 'readRetention',
  method: 'GET',
  path: '/v1/retention',
  tag: TAG,
  summary: 'Read how long the workspace keeps what it stores, what was removed, and what holds that back',
  role: 'operator',
  replies: { 200: retention },
});

export const ReadChecksum = defineRoute({
  name: 'readChecksum',
  method: 'GET',
  path: '/v1/checksum',
  tag: TAG,
  summary: 'Compute the checksum of the workspace: equal for equal logs and equal records, in any database',
  role: 'operator',
  replies: {
    200: z
      .object({
        workspace: z.string(),
        rows: typedAs<Readonly<Record<string, number>>>({ type: 'object', additionalProperties: { type: 'integer' } }),
        checksum: z.string().describe('SHA-256, in hex.'),
      })
      .meta({ id: 'WorkspaceChecksum' }),
  },
});
