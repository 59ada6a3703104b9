import { AgentContext, MemoryLong, SchemaDef } from '@crumbtrail/contracts';
import { RETENTION } from '@crumbtrail/contracts/operations/retention';
import type { TransactionSql } from '../database/database';
import { deleteContents } from '../writer/write-rows';
import type { Life } from '../uses/life-rules';
import type { RetentionClass } from './retention-settings';
import { IS_OF_OPEN_TURN, NEEDED } from './sweep-limits';

/** What the sweeper removes: a class of the setting, or breadcrumbs whose life has ended. */
export type SweptClass = RetentionClass | 'lives';

/** What one step may remove. */
export interface SweepScope {
  readonly workspace: string;
  /** Only what is older than this. */
  readonly before: Date;
  /** Only what was last changed at or before this position. */
  readonly through: number;
  /** The most rows that a step removes. */
  readonly most: number;
  /** Whose life ends. Absent: the class has no lives. */
  readonly life?: Life;
  /** Nothing that was used or changed since then is removed. Absent: uses do not matter. */
  readonly unusedSince?: Date;
}

/** What a step has removed. */
export interface Removed {
  readonly count: number;
  /** Of events: the log begins after this position. */
  readonly through?: number;
}

/** A row that may be removed. */
export interface RemovableRow {
  readonly id: string;
  /** Since when it counts: when it was created, expired, ended, decided or written. */
  readonly at: Date;
  readonly schema_name?: string;
  /** Of lives: when it was last used or changed, or since when uses are counted. */
  readonly used_at?: Date;
}

/** How rows of one class are found and removed. */
export interface SweepClass {
  /**
   * Finds what may be removed, oldest first; runs before the log is locked. $1 workspace, $2 before, $3 through, $4 the most rows; of lives $5 the
   * schema, $6 seconds without use, $7 seconds of age, $8 whether both must be over, $9 whether it is tried with a setting that is not stored.
   */
  readonly find: string;
  /** Of what is so old, how many rows stay because something needs them; parameters as of `find`. Null: nothing of the class is needed. */
  readonly countNeeded: string | null;
  /** Whether the removal finds the rows itself, in the order of the log. */
  readonly findsItself?: true;
  /** Runs under the lock of the log head. */
  remove(sql: TransactionSql, scope: SweepScope, ids: readonly string[]): Promise<Removed>;
}

/** Predicate on `crumb c`: nothing needs it. */
const IS_UNNEEDED = `not exists (select 1 from needed n where n.id = c.id)
  and not exists (select 1 from pinned n where n.trail_id = c.trail_id)
  and not exists (select 1 from blob_quote q join crumb b on b.workspace = q.workspace and b.id = q.crumb_id
    join pinned n on n.trail_id = b.trail_id where q.workspace = $1 and q.quoted_id = c.id)
  and not ${IS_OF_OPEN_TURN}`;

/** How crumbs that may be removed are found, and those counted that are as old and needed. */
function crumbsClass(age: string, which: string): Pick<SweepClass, 'find' | 'countNeeded'> {
  const old = `c.workspace = $1 and ${age} < $2 and c.position <= $3 and c.erased_at is null and ${which}`;
  return {
    find: `with ${NEEDED} select c.id, ${age} as at, c.schema_name from crumb c where ${old} and ${IS_UNNEEDED} order by ${age} limit $4`,
    countNeeded: `with ${NEEDED} select count(*)::int as count from (
      select 1 from crumb c where ${old} and not (${IS_UNNEEDED}) limit $4) n`,
  };
}

/** When a context showed the crumb last. */
const SHOWN = `select max(b.created_at) as at from blob_quote q join crumb b on b.workspace = q.workspace and b.id = q.crumb_id
  where q.workspace = $1 and q.quoted_id = c.id`;

/** The tag that keeps a breadcrumb beyond its life. */
const HOLD = 'hold';

/** Predicate on `crumb c` and its version `v`: somebody keeps it, by the tag or by a pinned fact. */
const IS_HELD = `('${HOLD}' = any(v.tags) or (c.schema_name = '${MemoryLong.name}'
  and jsonb_path_exists(v.context, 'lax $.facts[*] ? (@.pinned == true)')))`;

const OVER_AGE = `coalesce(c.created_at < $2::timestamptz - make_interval(secs => $7::float8), false)`;
const OVER_USE = `coalesce(l.used_at < $2::timestamptz - make_interval(secs => $6::float8), false)`;

/** Crumbs whose life has ended. Uses from before they were counted are not known, so a life by use is counted from then at the earliest. */
const ENDED_LIVES = `crumb c
  join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
  left join crumb_use u on u.workspace = c.workspace and u.id = c.id
  left join use_since s on s.workspace = c.workspace and s.schema_name = c.schema_name
  cross join lateral (${SHOWN}) shown
  cross join lateral (select greatest(c.created_at, v.updated_at, u.used_at, shown.at,
    case when not $9::boolean then coalesce(s.since, clock_timestamp()) end) as used_at) l
  where c.workspace = $1 and c.schema_name = $5 and c.position <= $3 and c.erased_at is null
    and case when $8::boolean then ${OVER_AGE} and ${OVER_USE} else ${OVER_AGE} or ${OVER_USE} end`;

const LIVES: Pick<SweepClass, 'find' | 'countNeeded'> = {
  find: `with ${NEEDED} select c.id, c.created_at as at, c.schema_name, l.used_at from ${ENDED_LIVES} and not ${IS_HELD} and ${IS_UNNEEDED}
    order by c.created_at limit $4`,
  countNeeded: `with ${NEEDED} select count(*)::int as count from (
    select 1 from ${ENDED_LIVES} and (${IS_HELD} or not (${IS_UNNEEDED})) limit $4) n`,
};

/** Predicate on `crumb c`: it was used or changed since $3; a null $3 is never. */
const IS_USED_SINCE = `($3::timestamptz is not null and (c.position > $4
  or exists (select 1 from crumb_use u where u.workspace = $1 and u.id = c.id and u.used_at >= $3::timestamptz)
  or exists (${SHOWN} having max(b.created_at) >= $3::timestamptz)))`;

const LEAVE_TOMBSTONES = `update crumb c set erased_at = date_trunc('milliseconds', clock_timestamp()), erased_by_kind = '${RETENTION.kind}',
    erased_by_id = '${RETENTION.id}', traceparent = null, author_name = null
  where c.workspace = $1 and c.id = any($2::uuid[]) and c.erased_at is null and not ${IS_OF_OPEN_TURN} and not ${IS_USED_SINCE}
  returning c.id`;
const DROP_DUES = `delete from due where workspace = $1 and key = any($2::text[])`;

/** Leaves tombstones, which say who may know of them, and deletes everything else of these crumbs. */
async function removeCrumbs(
  sql: TransactionSql,
  { workspace, unusedSince, through }: SweepScope,
  ids: readonly string[],
): Promise<Removed> {
  const params = [workspace, ids, unusedSince ?? null, through];
  const gone = (await sql.query<{ id: string }>(LEAVE_TOMBSTONES, params)).map(({ id }) => id);
  if (gone.length === 0) return { count: 0 };
  await sql.query(DROP_DUES, [workspace, gone]);
  await deleteContents(sql, workspace, gone);
  return { count: gone.length };
}

const OLD_TURNS = `turn t where t.workspace = $1 and t.state = 'closed' and t.closed_at < $2 and t.cause_position <= $3`;
const IS_UNNEEDED_TURN = `not exists (select 1 from needed n where n.id in (t.id, t.cause_id, t.response_id))
    and not exists (select 1 from pinned n where n.trail_id = t.trail_id)
    and not exists (select 1 from turn o where o.workspace = $1 and o.state <> 'closed' and o.trail_id = t.trail_id)`;
const FIND_TURNS = `with ${NEEDED}
  select t.id, t.closed_at as at from ${OLD_TURNS} and ${IS_UNNEEDED_TURN} order by t.closed_at limit $4`;
const COUNT_NEEDED_TURNS = `with ${NEEDED}
  select count(*)::int as count from (select 1 from ${OLD_TURNS} and not (${IS_UNNEEDED_TURN}) limit $4) n`;
const DELETE_TURNS = `delete from turn t where t.workspace = $1 and t.id = any($2::uuid[]) and t.state = 'closed'
    and not exists (select 1 from turn o where o.workspace = $1 and o.state <> 'closed' and o.trail_id = t.trail_id)
  returning t.id`;

async function removeTurns(sql: TransactionSql, scope: SweepScope, ids: readonly string[]): Promise<Removed> {
  const gone = (await sql.query<{ id: string }>(DELETE_TURNS, [scope.workspace, ids])).map(({ id }) => id);
  await removeCrumbs(sql, scope, gone);
  return { count: gone.length };
}

const OLD_DECISIONS = `decision d
      where d.workspace = $1 and d.decided_at < $2
        and not exists (select 1 from crumb c where c.workspace = $1 and c.id = d.cause_id and c.position > $3)
        and not exists (select 1 from turn t where t.workspace = $1 and t.cause_id = d.cause_id and t.state <> 'closed')
      limit $4`;
const FIND_DECISIONS = `select d.cause_id as id, d.decided_at as at from ${OLD_DECISIONS}`;
const DELETE_DECISIONS = `
  with old as (select d.cause_id, d.cause_version from ${OLD_DECISIONS}),
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
const OLD_EVENTS = `
  with first as (select e.position, e.created_at, e.id, e.schema_name from crumb_event e
      where e.workspace = $1 and e.position <= $3 order by e.position limit $4),
    old as (select f.* from first f
      where f.position < (select max(e.position) from crumb_event e where e.workspace = $1)
        and f.position < coalesce((select min(n.position) from first n where n.created_at >= $2), $3 + 1))`;
const FIND_EVENTS = `${OLD_EVENTS} select id, created_at as at, schema_name from old order by position`;
const DELETE_EVENTS = `${OLD_EVENTS},
    gone as (delete from crumb_event e using old where e.workspace = $1 and e.position = old.position returning e.position)
  select count(*)::int as count, coalesce(max(position), 0) as through from gone`;

async function removeEvents(sql: TransactionSql, { workspace, before, through, most }: SweepScope): Promise<Removed> {
  const [gone] = await sql.query<{ count: number; through: number }>(DELETE_EVENTS, [workspace, before, through, most]);
  return gone ?? { count: 0 };
}

/** Every class of retention, in the order in which they are swept. */
export const SWEEP_CLASSES: Readonly<Record<SweptClass, SweepClass>> = {
  contexts: { ...crumbsClass('c.created_at', `c.schema_name = '${AgentContext.name}'`), remove: removeCrumbs },
  expired: {
    ...crumbsClass('c.expired_at', `c.expired_at is not null and c.schema_name <> '${SchemaDef.name}'`),
    remove: removeCrumbs,
  },
  lives: { ...LIVES, remove: removeCrumbs },
  turns: { find: FIND_TURNS, countNeeded: COUNT_NEEDED_TURNS, remove: removeTurns },
  decisions: { find: FIND_DECISIONS, countNeeded: null, findsItself: true, remove: removeDecisions },
  events: { find: FIND_EVENTS, countNeeded: null, findsItself: true, remove: removeEvents },
};
