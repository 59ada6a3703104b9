import { crashPoint } from '@crumbtrail/platform';
import { hasFailedOver } from '../database/failover';
import type { Database, TransactionSql } from '../database/database';
import { lockHead } from '../writer/load-state';
import type { Lease } from '../writer/lease';
import type { Writer } from '../writer/writer';
import type { RetentionClass } from './retention-settings';
import { SWEEP_CLASSES, type Removed, type SweepClass, type SweepScope } from './sweep-classes';
import { IS_STILL_UNNEEDED, readSweepLimits, type SweepLimits } from './sweep-limits';

/** The most rows that a step removes: appends wait for it no longer than for a large group of writes. */
const MOST_ROWS = 100;

/** What a sweep works with. */
export interface SweepDependencies {
  readonly database: Database;
  readonly lease: Pick<Lease, 'fence'>;
  readonly writer: Pick<Writer, 'position'>;
}

/** What to sweep. */
export interface SweepTask {
  readonly workspace: string;
  readonly name: RetentionClass;
  readonly days: number;
  /** Only what an archive holds is removed. */
  readonly archivedOnly: boolean;
}

const RECORD = `
  insert into retention_sweep (workspace, class, removed, through, before, swept_at)
  values ($1, $2, $3, $4, $5, date_trunc('milliseconds', clock_timestamp()))
  on conflict (workspace, class) do update set removed = retention_sweep.removed + excluded.removed,
    through = greatest(retention_sweep.through, excluded.through),
    before = greatest(retention_sweep.before, excluded.before), swept_at = excluded.swept_at`;

function toScope({ workspace, name, archivedOnly }: SweepTask, limits: SweepLimits): SweepScope {
  const ofLog = name === 'events' ? Math.min(limits.settled, limits.undisturbed) : limits.settled;
  const through = archivedOnly ? Math.min(ofLog, limits.archived) : ofLog;
  return { workspace, before: limits.before, through, most: MOST_ROWS };
}

async function find(database: Database, sweep: SweepClass, scope: SweepScope): Promise<readonly string[] | null> {
  if (sweep.find === null) return null;
  const { workspace, before, through, most } = scope;
  const rows = await database.query<{ id: string }>(sweep.find, [workspace, before, through, most]);
  return rows.map(({ id }) => id);
}

/** Whether this process is still the writer of the database that it knows, and nothing came that needs what was found. */
async function mayRemove(sql: TransactionSql, { lease, writer }: SweepDependencies, since: SweepLimits & SweepTask) {
  const head = await lockHead(sql, lease.fence);
  if (hasFailedOver(head, writer.position)) return false;
  const [found] = await sql.query<{ unneeded: boolean }>(IS_STILL_UNNEEDED, [since.workspace, since.head]);
  return found?.unneeded === true;
}

/**
 * Removes some rows of one class, in one transaction under the lock of the log head: a crash leaves all of the step or nothing of it.
 * What may be removed is found before, without a lock. Resolves to how many rows were removed.
 */
export async function sweepStep(parts: SweepDependencies, task: SweepTask): Promise<number> {
  const limits = await readSweepLimits(parts.database, task.workspace, task.days);
  const scope = toScope(task, limits);
  const sweep = SWEEP_CLASSES[task.name];
  const ids = await find(parts.database, sweep, scope);
  if (ids?.length === 0) return 0;
  const removed = await parts.database.transaction(async (sql): Promise<Removed> => {
    if (!(await mayRemove(sql, parts, { ...limits, ...task }))) return { count: 0 };
    const gone = await sweep.remove(sql, scope, ids ?? []);
    if (gone.count > 0)
      await sql.query(RECORD, [task.workspace, task.name, gone.count, gone.through ?? 0, scope.before]);
    crashPoint('retention.before-commit');
    return gone;
  });
  crashPoint('retention.after-commit');
  return removed.count;
}
