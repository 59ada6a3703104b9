import { z } from 'zod';
import type { RetentionSettingParts } from '../operations/retention';
import type { WorkspaceRetentionV1 } from '../generated/types';
import { defineRoute } from './define-route';
import { id, integer, jsonObjectAs, list, schemaName, time, typedAs } from './fields';

const TAG = 'for operators';

const removed = z.object({
  class: z.string(),
  count: integer.describe('How many rows so far.'),
  before: time.describe('Only what is older than this was removed.'),
  at: time,
});

const life = z.object({
  schema: schemaName,
  seconds: integer.optional().describe('Their age.'),
  unused_seconds: integer.optional().describe('For how many seconds nobody has used them.'),
  when: z.enum(['both', 'either']).optional().describe('Default: both.'),
  from: z.enum(['setting', 'schema']).describe('What gives it: the setting of the workspace, or the schema.def.v1.'),
  counted_since: time.optional().describe('Since when uses are counted.'),
});

const trial = z.object({
  class: z.string(),
  schema: schemaName.optional(),
  count: integer.describe('How many rows would be removed; at most 10,000.'),
  needed: integer.describe('How many are as old, and stay because something names them; at most 10,000.'),
  items: list(z.object({ id, schema_name: z.string().optional(), because: z.string() })),
});

const retention = z
  .object({
    keep_days: typedAs<WorkspaceRetentionV1['keep_days']>({
      type: 'object',
      additionalProperties: { type: 'integer' },
    }),
    archived_only: z.boolean(),
    lives: list(life),
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

export const PreviewRetentionOfWorkspace = defineRoute({
  name: 'previewRetention',
  method: 'POST',
  path: '/v1/retention/preview',
  tag: TAG,
  summary: 'Say what retention would remove now, by the stored setting or by another one, and why; nothing is removed',
  role: 'operator',
  body: z
    .strictObject({
      setting: jsonObjectAs<RetentionSettingParts>({
        type: 'object',
        description: 'A workspace.retention.v1 without its name. Default: the stored one.',
      }).optional(),
      limit: z.int().min(0).max(500).optional().describe('How many rows of each class are listed. Default 20.'),
    })
    .meta({ id: 'PreviewRetentionBody' }),
  replies: {
    200: z
      .object({
        trials: list(trial),
        uncounted: list(z.string()).describe(
          'Lives that are not stored, whose uses before now are known of contexts only.',
        ),
      })
      .meta({ id: 'RetentionPreview' }),
  },
});
