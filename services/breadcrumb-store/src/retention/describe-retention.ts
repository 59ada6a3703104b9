import type { RetentionReply } from '@crumbtrail/contracts/operations/retention';
import type { Sql } from '../database/database';
import { HOME } from '../identity/workspaces';
import { readFirstPosition } from '../reading/first-position';
import { readRetentionSettings } from './retention-settings';
import { readSweepLimits } from './sweep-limits';

interface SweepRow {
  readonly class: string;
  readonly removed: number;
  readonly before: Date;
  readonly swept_at: Date;
}

/** What a workspace keeps for how long, what was removed, and what holds that back. */
export async function describeRetention(sql: Sql, workspace: string): Promise<RetentionReply> {
  const [found] = await readRetentionSettings(sql, workspace);
  const limits = await readSweepLimits(sql, workspace, 0);
  const first = await readFirstPosition(sql, workspace);
  const rows = await sql.query<SweepRow>(
    'select class, removed, before, swept_at from retention_sweep where workspace = $1 order by class',
    [workspace],
  );
  return {
    keep_days: found?.setting.keep_days ?? {},
    archived_only: found?.setting.archived_only ?? false,
    first_position: first.position,
    head: limits.head,
    settled: limits.settled,
    ...(limits.held_by === null || workspace !== HOME ? {} : { held_by: limits.held_by }),
    archived: limits.archived,
    removed: rows.map((row) => ({
      class: row.class,
      count: row.removed,
      before: row.before.toISOString(),
      at: row.swept_at.toISOString(),
    })),
  };
}
