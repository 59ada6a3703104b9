import type { Statement } from '../database/database';

/** How many due entries are settled at a time. */
export const DUE_AT_ONCE = 200;

/** The entries that are due by the database's clock, the oldest first, without those of the workspaces $1. */
export const SELECT_DUE: Statement = {
  name: 'what-is-due',
  text: `select kind, workspace, key from due where due_at <= clock_timestamp() and workspace <> all($1::text[]) order by due_at limit ${DUE_AT_ONCE}`,
};

/** The current versions of timers and schedules that are due. */
export const SELECT_DUE_VERSIONS: Statement = {
  name: 'what-is-due-stands',
  text: `select c.workspace, c.id, c.version, v.context, d.due_at, c.traceparent, v.updated_at,
    date_trunc('milliseconds', clock_timestamp()) as now
    from unnest($1::text[], $2::text[], $3::text[]) w (kind, workspace, key)
    join due d using (kind, workspace, key)
    join crumb c on c.workspace = d.workspace and c.id = d.key::uuid
    join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version`,
};
