import type { Sql } from '../database/database';
import { describeTables } from '../backup/describe-tables';
import type { BackedUpTable } from '../backup/backup-format';

/** A table of which an archive holds rows. */
export interface ArchivedTable {
  readonly name: string;
  /**
   * The rows that belong to the events of a file, as a condition on the row `r`: `touched` is a table of the workspaces and ids of the
   * breadcrumbs that these events are about, `bounds` has the positions `after` and `through`.
   */
  readonly rows: string;
  /** The column with the id of a breadcrumb, where the rows are part of what it is: they replace those of the same breadcrumb. */
  readonly ofCrumb?: string;
  /** Whether every file holds the whole table, so that only the last one counts. A checksum does not cover it. Default false. */
  readonly isWhole?: boolean;
}

const ofTouched = (id: string): string =>
  `exists (select 1 from touched t where t.workspace = r.workspace and t.id = r.${id})`;

/** The log, and what follows from it. In an order in which each refers only to those before it. */
export const ARCHIVED_TABLES: readonly ArchivedTable[] = [
  { name: 'workspace', rows: 'true', isWhole: true },
  { name: 'api_key', rows: 'true', isWhole: true },
  { name: 'durable', rows: 'true', isWhole: true },
  {
    name: 'crumb_event',
    rows: 'r.position > (select after from bounds) and r.position <= (select through from bounds)',
  },
  { name: 'crumb', rows: ofTouched('id'), ofCrumb: 'id' },
  { name: 'crumb_version', rows: ofTouched('id'), ofCrumb: 'id' },
  { name: 'blob', rows: ofTouched('crumb_id'), ofCrumb: 'crumb_id' },
  { name: 'blob_quote', rows: ofTouched('crumb_id'), ofCrumb: 'crumb_id' },
  {
    name: 'file',
    rows: `exists (select 1 from file_use u join touched t on t.workspace = u.workspace and t.id = u.crumb_id
      where u.workspace = r.workspace and u.hash = r.hash)`,
  },
  { name: 'file_use', rows: ofTouched('crumb_id'), ofCrumb: 'crumb_id' },
  { name: 'turn', rows: `(${ofTouched('id')} or ${ofTouched('cause_id')})` },
  { name: 'decision', rows: ofTouched('cause_id') },
  {
    name: 'due',
    rows: 'exists (select 1 from touched t where t.workspace = r.workspace and t.id::text = r.key)',
    ofCrumb: 'key',
  },
];

/** The tables of an archive with their columns, in the order of {@link ARCHIVED_TABLES}. */
export async function describeArchivedTables(ask: (text: string) => Promise<unknown[]>): Promise<BackedUpTable[]> {
  const known = new Map((await describeTables(ask)).map((one) => [one.name, one]));
  return ARCHIVED_TABLES.map(({ name }) => {
    const table = known.get(name);
    if (table === undefined) throw new Error(`The database has no table ${name}; start Crumbtrail once.`);
    return table;
  });
}

/** The position through which an archive may go now, and what keeps it from going further. */
export interface ArchiveEnd {
  readonly log_id: string;
  readonly head: number;
  readonly through: number;
  readonly held_by: string | null;
}

const READ_END = `
  with ends as (
    select name, floor as at from durable
    union all select 'the relay', relayed from relay_cursor
    union all select 'a turn that is not closed', min(cause_position) - 1 from turn where state <> 'closed' having count(*) > 0),
    slowest as (select name, at from ends order by at limit 1)
  select h.log_id, h.position as head, least(s.at, h.position) as through, case when s.at < h.position then s.name end as held_by
  from log_head h cross join slowest s`;

/**
 * Reads how far an archive may go: every consumer has processed what it holds, and every turn in it is closed, so that its rows no longer
 * change by themselves.
 */
export async function readArchiveEnd(sql: Sql): Promise<ArchiveEnd> {
  const [end] = await sql.query<ArchiveEnd>(READ_END);
  if (!end) throw new Error('The database has no log; start Crumbtrail once.');
  return end;
}
