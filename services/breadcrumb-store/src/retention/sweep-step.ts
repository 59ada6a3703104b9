import { crashPoint } from '@crumbtrail/platform';
import { hasFailedOver } from '../database/failover';
import type { Database, Sql, TransactionSql } from '../database/database';
import type { UseCounter } from '../uses/use-counter';
import { lockHead } from '../writer/load-state';
import type { Lease } from '../writer/lease';
import type { Writer } from '../writer/writer';
import type { Life } from '../uses/life-rules';
import { SWEEP_CLASSES, type RemovableRow, type Removed, type SweepScope, type SweptClass } from './sweep-classes';
import { IS_STILL_UNNEEDED, readSweepLimits, type SweepLimits } from './sweep-limits';

/** The most rows that a step removes: appends wait for it no longer than for a large group of writes. */
export const MOST_ROWS = 100;

/** What a sweep works with. */
export interface SweepDependencies {
  readonly database: Database;
  readonly lease: Pick<Lease, 'fence'>;
  readonly writer: Pick<Writer, 'position'>;
  readonly uses: Pick<UseCounter, 'isNoted'>;
}

/** What to sweep. */
export interface SweepTask {
  readonly workspace: string;
  readonly name: SweptClass;
  /** Of lives 0: each says its own time. */
  readonly days: number;
  /** Only what an archive holds is removed. */
  readonly archivedOnly: boolean;
  /** Of the class `lives`: whose life ends. */
  readonly life?: Life;
  /** True: the life is not stored, and uses from before it are not known. */
  readonly isTried?: boolean;
}

const RECORD = `
  insert into retention_sweep (workspace, class, removed, through, before, swept_at)
  values ($1, $2, $3, $4, $5, date_trunc('milliseconds', clock_timestamp()))
  on conflict (workspace, class) do update set removed = retention_sweep.removed + excluded.removed,
    through = greatest(retention_sweep.through, excluded.through),
    before = greatest(retention_sweep.before, excluded.before), swept_at = excluded.swept_at`;

function toScope({ workspace, name, archivedOnly, life }: SweepTask, limits: SweepLimits, most: number): SweepScope {
  const ofLog = name === 'events' ? Math.min(limits.settled, limits.undisturbed) : limits.settled;
  const through = archivedOnly ? Math.min(ofLog, limits.archived) : ofLog;
  const scope = { workspace, before: limits.before, through, most };
  if (life === undefined) return scope;
  return { ...scope, life, ...(life.unused_seconds === undefined ? {} : { unusedSince: limits.read_at }) };
}

/** The parameters that only lives have. */
function lifeParameters({ life, isTried = false }: SweepTask): readonly unknown[] {
  if (life === undefined) return [];
  const { schema, unused_seconds, seconds, when = 'both' } = life;
  const needsBoth = when === 'both' && unused_seconds !== undefined && seconds !== undefined;
  return [schema, unused_seconds ?? null, seconds ?? null, needsBoth, isTried];
}

/** What may be removed now, and how far the log allows it. */
export interface FoundRows {
  readonly limits: SweepLimits;
  readonly scope: SweepScope;
  readonly rows: readonly RemovableRow[];
}

/** Finds what may be removed of a task, oldest first, without a lock. */
export async function findRemovable(sql: Sql, task: SweepTask, most: number): Promise<FoundRows> {
  const limits = await readSweepLimits(sql, task.workspace, task.days);
  const scope = toScope(task, limits, most);
  const { workspace, before, through } = scope;
  const params = [workspace, before, through, most, ...lifeParameters(task)];
  return { limits, scope, rows: await sql.query<RemovableRow>(SWEEP_CLASSES[task.name].find, params) };
}

/** How many rows are as old as what {@link findRemovable} found, and stay because something needs them; at most `most`. */
export async function countNeeded(sql: Sql, task: SweepTask, { scope }: FoundRows, most: number): Promise<number> {
  const statement = SWEEP_CLASSES[task.name].countNeeded;
  if (statement === null) return 0;
  const params = [scope.workspace, scope.before, scope.through, most, ...lifeParameters(task)];
  const [found] = await sql.query<{ count: number }>(statement, params);
  return found?.count ?? 0;
}

/** Whether this process is still the writer of the database that it knows, and nothing came that needs what was found. */
async function mayRemove(sql: TransactionSql, { lease, writer }: SweepDependencies, since: SweepLimits & SweepTask) {
  const head = await lockHead(sql, lease.fence);
  if (hasFailedOver(head, writer.position)) return false;
  const [found] = await sql.query<{ unneeded: boolean }>(IS_STILL_UNNEEDED, [since.workspace, since.head]);
  return found?.unneeded === true;
}

/** Ids of what was found and nobody has used meanwhile, as far as this process knows. */
function stillUnused(
  { uses }: SweepDependencies,
  { workspace, life }: SweepTask,
  ids: readonly string[],
): readonly string[] {
  return life?.unused_seconds === undefined ? ids : ids.filter((id) => !uses.isNoted(workspace, id));
}

/** Removes some of what was found, in one transaction under the lock of the log head: a crash leaves all of the step or nothing of it. */
export async function removeFound(
  parts: SweepDependencies,
  task: SweepTask,
  { limits, scope, ids }: Omit<FoundRows, 'rows'> & { readonly ids: readonly string[] },
): Promise<number> {
  const removed = await parts.database.transaction(async (sql): Promise<Removed> => {
    if (!(await mayRemove(sql, parts, { ...limits, ...task }))) return { count: 0 };
    const gone = await SWEEP_CLASSES[task.name].remove(sql, scope, stillUnused(parts, task, ids));
    if (gone.count > 0)
      await sql.query(RECORD, [task.workspace, task.name, gone.count, gone.through ?? 0, scope.before]);
    crashPoint('retention.before-commit');
    return gone;
  });
  crashPoint('retention.after-commit');
  return removed.count;
}

/** How far the log allows a step of a class that finds its rows under the lock. */
async function limitStep(sql: Sql, task: SweepTask): Promise<Omit<FoundRows, 'rows'>> {
  const limits = await readSweepLimits(sql, task.workspace, task.days);
  return { limits, scope: toScope(task, limits, MOST_ROWS) };
}

/** Removes some rows of one class. What may be removed is found before, without a lock. Resolves to how many rows were removed. */
export async function sweepStep(parts: SweepDependencies, task: SweepTask): Promise<number> {
  if (SWEEP_CLASSES[task.name].findsItself)
    return removeFound(parts, task, { ...(await limitStep(parts.database, task)), ids: [] });
  const found = await findRemovable(parts.database, task, MOST_ROWS);
  if (found.rows.length === 0) return 0;
  return removeFound(parts, task, { ...found, ids: found.rows.map(({ id }) => id) });
}
