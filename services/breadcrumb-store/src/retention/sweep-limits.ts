import { EvalCase, MemoryLong, MemoryShort, SessionSummary } from '@crumbtrail/contracts';
import type { Sql } from '../database/database';

/** How far a workspace may be swept now. */
export interface SweepLimits {
  /** The last position of the log when this was read. */
  readonly head: number;
  /** When this was read, by the clock of the database. */
  readonly read_at: Date;
  /** Only what is older than this may be removed: the days of the setting, and no event that a consumer has yet to process. */
  readonly before: Date;
  /** Every consumer has processed the log through here, and it is published and indexed. */
  readonly settled: number;
  /** The first consumer that holds the log back; null where none does. */
  readonly held_by: string | null;
  /** The last position that an archive holds; 0 without one. */
  readonly archived: number;
  /** The last position before the trigger of the oldest turn that is not closed. */
  readonly undisturbed: number;
}

/** What moves along the log, with the position through which it is done. */
const FOLLOWERS = `select name, floor as done from durable
  union all select 'the relay', relayed from relay_cursor
  union all select 'the search index', coalesce((select position from index_cursor where kind = 'text'), 0)`;

const READ_LIMITS = `
  with followers as (${FOLLOWERS}),
    slowest as (select name, done from followers order by done limit 1)
  select h.position as head, s.done as settled, case when s.done < h.position then s.name end as held_by,
    date_trunc('milliseconds', clock_timestamp()) as read_at,
    least(date_trunc('milliseconds', clock_timestamp()) - make_interval(days => $2::int),
      (select e.created_at from crumb_event e where e.position > s.done order by e.position limit 1)) as before,
    coalesce((select max(a.through) from archive_file a where a.log_id = h.log_id), 0) as archived,
    coalesce((select min(t.cause_position) - 1 from turn t where t.workspace = $1 and t.state <> 'closed'), h.position) as undisturbed
  from log_head h cross join slowest s`;

/** Reads how far a workspace may be swept of what it keeps for so many days. */
export async function readSweepLimits(sql: Sql, workspace: string, days: number): Promise<SweepLimits> {
  const [limits] = await sql.query<SweepLimits>(READ_LIMITS, [workspace, days]);
  return limits as SweepLimits;
}

const RESTING = [MemoryShort, MemoryLong, SessionSummary].map(({ name }) => `'${name}'`).join(', ');

const currentVersions = (schemas: string): string => `crumb p
    join crumb_version v on v.workspace = p.workspace and v.id = p.id and v.version = p.version
    where p.workspace = $1 and p.schema_name in (${schemas}) and p.erased_at is null
      and (p.expires_at is null or p.expires_at > now())`;

/**
 * Two tables: `needed`, the ids that memories and summaries rest on or that pinned cases name, and `pinned`, the trails of pinned
 * cases. $1 is the workspace.
 */
export const NEEDED = `
  needed as materialized (
    select (r.ref ->> 'id')::uuid as id from (
      select jsonb_path_query(v.context, 'lax $.sources[*]') as ref from ${currentVersions(RESTING)}
      union all select jsonb_path_query(v.context, 'lax $.facts[*].sources[*]') from ${currentVersions(RESTING)}
      union all select jsonb_path_query(v.context, 'lax $.must_have[*]') from ${currentVersions(`'${EvalCase.name}'`)}
      union all select jsonb_build_object('id', v.context -> 'context_id') from ${currentVersions(`'${EvalCase.name}'`)}
    ) r where r.ref ->> 'id' is not null),
  pinned as materialized (
    select (v.context ->> 'trail_id')::uuid as trail_id from ${currentVersions(`'${EvalCase.name}'`)})`;

/** Predicate: since the position $2 nothing was written in the workspace $1 that may need what was found before. */
export const IS_STILL_UNNEEDED = `select not exists (select 1 from crumb_event e where e.workspace = $1 and e.position > $2
  and e.schema_name in (${RESTING}, '${EvalCase.name}')) as unneeded`;

const isOfOpenTurn = (trail: string): string =>
  `exists (select 1 from turn t where t.workspace = $1 and t.state <> 'closed' and t.trail_id = ${trail})`;

/** Predicate on `crumb c`: a turn that is not closed needs it, as part of its trail or in its context. */
export const IS_OF_OPEN_TURN = `(${isOfOpenTurn('c.trail_id')} or exists (
  select 1 from blob_quote q join crumb b on b.workspace = q.workspace and b.id = q.crumb_id
  where q.workspace = $1 and q.quoted_id = c.id and ${isOfOpenTurn('b.trail_id')}))`;
