import type { Statement } from '../database/database';
import { restsOnSql } from '../reading/rests-on.sql';
import { SERVED_HEAD } from '../database/failover';

/** Locks the one row that assigns positions. The clock is read once for the whole group. */
/** The log head, for a transaction that only reads. */
export const READ_HEAD = `select ${SERVED_HEAD}, writer_fence, date_trunc('milliseconds', clock_timestamp()) as now
    from log_head`;
export const LOCK_HEAD: Statement = {
  name: 'head',
  text: `${READ_HEAD} for update`,
};
export const LOAD_CRUMBS: Statement = {
  name: 'load-crumbs',
  text: `select c.*, coalesce(v.content_hash, '') as content_hash
    from unnest($1::text[], $2::uuid[]) w (workspace, id)
    join crumb c on c.workspace = w.workspace and c.id = w.id
    left join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version`,
};
export const LOAD_VERSIONS: Statement = {
  name: 'load-versions',
  text: `select v.* from unnest($1::text[], $2::uuid[], $3::int[]) w (workspace, id, version)
    join crumb_version v on v.workspace = w.workspace and v.id = w.id and v.version = w.version`,
};
export const LOAD_TURNS: Statement = {
  name: 'load-turns',
  text: `with wanted as (select * from unnest($1::text[], $2::uuid[]) w (workspace, id)),
    about as (select * from unnest($3::text[], $4::uuid[]) a (workspace, cause_id)),
    lanes as (
      select l.workspace, l.lane from unnest($5::text[], $6::text[]) l (workspace, lane)
      union select t.workspace, t.lane from turn t join wanted using (workspace, id)
      union select t.workspace, t.lane from turn t join about using (workspace, cause_id))
    select t.* from turn t join wanted using (workspace, id)
    union select t.* from turn t join about using (workspace, cause_id)
    union select t.* from turn t join lanes using (workspace, lane) where t.state <> 'closed'`,
};
export const LOAD_OPENED: Statement = {
  name: 'load-opened',
  text: `select t.workspace, t.lane, t.agent, count(*) as opened
    from unnest($1::text[], $2::text[]) l (workspace, lane)
    join turn t on t.workspace = l.workspace and t.lane = l.lane
    where t.opened_at > statement_timestamp() - interval '1 minute' group by 1, 2, 3`,
};
/** Messages that await the conductor's decision. Imports never do, and messages older than the wait no longer count. */
export const LOAD_UNDECIDED: Statement = {
  name: 'load-undecided',
  text: `select c.workspace, c.session, c.id, c.created_position as position, c.created_at
    from unnest($1::text[], $2::text[]) l (workspace, session)
    join crumb c on c.workspace = l.workspace and c.session = l.session
    where c.occurred_at > statement_timestamp() - $3 * interval '1 millisecond' and c.schema_name = $4
      and not c.imported and c.erased_at is null
      and not exists (select 1 from decision d where d.workspace = c.workspace and d.cause_id = c.id)
    order by c.created_position`,
};
/** The authors of a session's crumbs, without its `session.v1`, and the agents that have had turns in its lane. */
export const LOAD_SPEAKERS: Statement = {
  name: 'load-speakers',
  text: `with wanted as (select distinct *, 'session:' || session as lane from unnest($1::text[], $2::text[]) w (workspace, session))
    select w.workspace, w.session, c.author_kind as kind, c.author_id as id
    from wanted w join crumb c on c.workspace = w.workspace and c.session = w.session
    where c.author_kind = any($3::text[]) and c.schema_name <> $4 and c.erased_at is null
    union select w.workspace, w.session, 'agent', t.agent
    from wanted w join turn t on t.workspace = w.workspace and t.lane = w.lane`,
};
/** The kinds of the participants who have an id: agents that are defined, holders of valid keys, members of the session. */
export const LOAD_KINDS: Statement = {
  name: 'load-kinds',
  text: `with wanted as (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::uuid[]) w (workspace, session, id, agent, session_id))
    select w.workspace, w.session, w.id, 'agent' as kind from wanted w
    join crumb c on c.workspace = w.workspace and c.id = w.agent and c.erased_at is null
    union select w.workspace, w.session, w.id, k.participant_kind from wanted w
    join api_key k on k.workspace = w.workspace and k.participant_id = w.id
    where k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    union select w.workspace, w.session, w.id, m.kind from wanted w
    join crumb s on s.workspace = w.workspace and s.id = w.session_id and s.erased_at is null
    join crumb_version v on v.workspace = s.workspace and v.id = s.id and v.version = s.version
    cross join lateral jsonb_to_recordset(v.context -> 'members') m (kind text, id text)
    where m.id = w.id`,
};
export const LOAD_CLAIMS: Statement = {
  name: 'load-claims',
  text: `select c.* from unnest($1::text[], $2::text[]) w (workspace, key) join claim c using (workspace, key)`,
};
export const LOAD_REPLIES: Statement = {
  name: 'load-replies',
  text: `select r.* from unnest($1::text[], $2::text[], $3::text[]) w (workspace, caller, key)
    join idempotency r using (workspace, caller, key)`,
};
export const LOAD_DECISIONS: Statement = {
  name: 'load-decisions',
  text: `select d.* from unnest($1::text[], $2::uuid[], $3::int[]) w (workspace, cause_id, cause_version)
    join decision d using (workspace, cause_id, cause_version)`,
};
export const LOAD_DUES: Statement = {
  name: 'load-dues',
  text: `select d.kind, d.workspace, d.key, d.due_at from unnest($1::text[], $2::text[], $3::text[]) w (kind, workspace, key)
    join due d using (kind, workspace, key)`,
};
/**
 * Memories and summaries that rest on the crumb, and crumbs caused by it, or by contexts that quoted it or one of those: their texts may repeat it. Turns and contexts
 * hold references only.
 */
export const LOAD_DERIVED = `
  with recursive resting as (
    select c.workspace, c.id from crumb c where c.workspace = $1 and ${restsOnSql('$2::uuid')}),
  quoting as (
    select workspace, id from crumb where workspace = $1 and cause_id = $2
    union select workspace, crumb_id from blob_quote where workspace = $1 and quoted_id in (select $2::uuid union all select id from resting)
    union select c.workspace, c.id from crumb c join quoting q on c.workspace = q.workspace and c.cause_id = q.id)
  select c.id, c.version, c.schema_name, c.audience, c.author_kind, c.author_id from (table quoting union table resting) q join crumb c using (workspace, id)
  where c.erased_at is null and c.id <> $2
    and not exists (select 1 from turn t where t.workspace = c.workspace and t.id = c.id)
    and not exists (select 1 from blob b where b.workspace = c.workspace and b.crumb_id = c.id)
  order by c.created_position limit 1000`;
/** Feedback on an answer; its own content hash does not count, because it is only erased. */
export const LOAD_FEEDBACK = `
  select c.*, '' as content_hash from crumb c
  where c.workspace = $1 and c.cause_id = $2 and c.schema_name = $3 and c.erased_at is null`;
/** Are there crumbs of the schema that this one defines? */
export const LOAD_USES = `
  select 1 from crumb d
  join crumb_version v on v.workspace = d.workspace and v.id = d.id and v.version = d.version
  join crumb c on c.workspace = d.workspace and c.schema_name = v.context ->> 'defines'
  where d.workspace = $1 and d.id = $2 and d.schema_name = $3 and c.erased_at is null limit 1`;
