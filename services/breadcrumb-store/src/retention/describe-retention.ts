import type { RetentionReply, SchemaLife } from '@crumbtrail/contracts/operations/retention';
import type { Sql } from '../database/database';
import { HOME } from '../identity/workspaces';
import { readFirstPosition } from '../reading/first-position';
import { readRetentionSettings } from './retention-settings';
import { readLifeRules } from '../uses/life-rules';
import { readSweepLimits } from './sweep-limits';

interface SweepRow {
  readonly class: string;
  readonly removed: number;
  readonly before: Date;
  readonly swept_at: Date;
}

async function describeLives(sql: Sql, workspace: string): Promise<SchemaLife[]> {
  const rules = await readLifeRules(sql, workspace);
  const counted = await sql.query<{ schema_name: string; since: Date }>(
    'select schema_name, since from use_since where workspace = $1',
    [workspace],
  );
  const since = new Map(counted.map((one) => [one.schema_name, one.since.toISOString()]));
  return rules.map(({ life, from }) => {
    const counted_since = since.get(life.schema);
    return { ...life, from, ...(counted_since === undefined ? {} : { counted_since }) };
  });
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
    lives: await describeLives(sql, workspace),
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
