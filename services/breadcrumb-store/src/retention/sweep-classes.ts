import { AgentContext, SchemaDef } from '@crumbtrail/contracts';
import { RETENTION } from '@crumbtrail/contracts/operations/retention';
import type { TransactionSql } from '../database/database';
import { deleteContents } from '../writer/write-rows';
import type { RetentionClass } from './retention-settings';
import { IS_OF_OPEN_TURN, NEEDED } from './sweep-limits';

/** What one step may remove. */
export interface SweepScope {
  readonly workspace: string;
  /** Only what is older than this. */
  readonly before: Date;
  /** Only what was last changed at or before this position. */
  readonly through: number;
  /** The most rows that a step removes. */
  readonly most: number;
}

/** What a step has removed. */
export interface Removed {
  readonly count: number;
  /** Of events: the log begins after this position. */
  readonly through?: number;
}

/** How rows of one class are found and removed. */
export interface SweepClass {
  /**
   * Finds the ids that may be removed; runs before the log is locked. $1 workspace, $2 before, $3 through, $4 the most rows. Null: the
   * removal finds them itself.
   */
  readonly find: string | null;
  /** Runs under the lock of the log head. */
  remove(sql: TransactionSql, scope: SweepScope, ids: readonly string[]): Promise<Removed>;
}

/** Predicate on `crumb c`: nothing needs it. */
const IS_UNNEEDED = `not exists (select 1 from needed n where n.id = c.id)
  and not exists (select 1 from pinned n where n.trail_id = c.trail_id)
  and not exists (select 1 from blob_quote q join crumb b on b.workspace = q.workspace and b.id = q.crumb_id
    join pinned n on n.trail_id = b.trail_id where q.workspace = $1 and q.quoted_id = c.id)
  and not ${IS_OF_OPEN_TURN}`;

const findCrumbs = (age: string, which: string): string => `with ${NEEDED}
  select c.id from crumb c where c.workspace = $1 and ${age} < $2 and c.position <= $3 and c.erased_at is null
    and ${which} and ${IS_UNNEEDED} order by ${age} limit $4`;

const LEAVE_TOMBSTONES = `update crumb c set erased_at = date_trunc('milliseconds', clock_timestamp()), erased_by_kind = '${RETENTION.kind}',
    erased_by_id = '${RETENTION.id}', traceparent = null, author_name = null
  where c.workspace = $1 and c.id = any($2::uuid[]) and c.erased_at is null and not ${IS_OF_OPEN_TURN} returning c.id`;
const DROP_DUES = `delete from due where workspace = $1 and key = any($2::text[])`;

/** Leaves tombstones, which say who may know of them, and deletes everything else of these crumbs. */
async function removeCrumbs(sql: TransactionSql, { workspace }: SweepScope, ids: readonly string[]): Promise<Removed> {
  const gone = (await sql.query<{ id: string }>(LEAVE_TOMBSTONES, [workspace, ids])).map(({ id }) => id);
  if (gone.length === 0) return { count: 0 };
  await sql.query(DROP_DUES, [workspace, gone]);
  await deleteContents(sql, workspace, gone);
  return { count: gone.length };
}

const FIND_TURNS = `with ${NEEDED}
  select t.id from turn t where t.workspace = $1 and t.state = 'closed' and t.closed_at < $2 and t.cause_position <= $3
    and not exists (select 1 from needed n where n.id in (t.id, t.cause_id, t.response_id))
    and not exists (select 1 from pinned n where n.trail_id = t.trail_id)
    and not exists (select 1 from turn o where o.workspace = $1 and o.state <> 'closed' and o.trail_id = t.trail_id)
  order by t.closed_at limit $4`;
const DELETE_TURNS = `delete from turn t where t.workspace = $1 and t.id = any($2::uuid[]) and t.state = 'closed'
    and not exists (select 1 from turn o where o.workspace = $1 and o.state <> 'closed' and o.trail_id = t.trail_id)
  returning t.id`;

async function removeTurns(sql: TransactionSql, scope: SweepScope, ids: readonly string[]): Promise<Removed> {
  const gone = (await sql.query<{ id: string }>(DELETE_TURNS, [scope.workspace, ids])).map(({ id }) => id);
  await removeCrumbs(sql, scope, gone);
  return { count: gone.length };
}

const DELETE_DECISIONS = `
  with old as (select d.cause_id, d.cause_version from decision d
      where d.workspace = $1 and d.decided_at < $2
        and not exists (select 1 from crumb c where c.workspace = $1 and c.id = d.cause_id and c.position > $3)
        and not exists (select 1 from turn t where t.workspace = $1 and t.cause_id = d.cause_id and t.state <> 'closed')
      limit $4),
    gone as (delete from decision d using old where d.workspace = $1 and d.cause_id = old.cause_id
      and d.cause_version = old.cause_version returning 1)
  select count(*)::int as count from gone`;

async function removeDecisions(
  sql: TransactionSql,
  { workspace, before, through, most }: SweepScope,
): Promise<Removed> {
  const [gone] = await sql.query<{ count: number }>(DELETE_DECISIONS, [workspace, before, through, most]);
  return { count: gone?.count ?? 0 };
}

/** The log is removed from its beginning, without gaps, and never all of it: its last event says how far the workspace is. */
const DELETE_EVENTS = `
  with first as (select e.position, e.created_at from crumb_event e
      where e.workspace = $1 and e.position <= $3 order by e.position limit $4),
    old as (select f.position from first f
      where f.position < (select max(e.position) from crumb_event e where e.workspace = $1)
        and f.position < all (select n.position from first n where n.created_at >= $2)),
    gone as (delete from crumb_event e using old where e.workspace = $1 and e.position = old.position returning e.position)
  select count(*)::int as count, coalesce(max(position), 0) as through from gone`;

async function removeEvents(sql: TransactionSql, { workspace, before, through, most }: SweepScope): Promise<Removed> {
  const [gone] = await sql.query<{ count: number; through: number }>(DELETE_EVENTS, [workspace, before, through, most]);
  return gone ?? { count: 0 };
}

/** Every class of retention, in the order in which they are swept. */
export const SWEEP_CLASSES: Readonly<Record<RetentionClass, SweepClass>> = {
  contexts: { find: findCrumbs('c.created_at', `c.schema_name = '${AgentContext.name}'`), remove: removeCrumbs },
  expired: {
    find: findCrumbs('c.expired_at', `c.expired_at is not null and c.schema_name <> '${SchemaDef.name}'`),
    remove: removeCrumbs,
  },
  turns: { find: FIND_TURNS, remove: removeTurns },
  decisions: { find: null, remove: removeDecisions },
  events: { find: null, remove: removeEvents },
};
