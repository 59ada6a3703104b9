import { quoteName } from '../backup/describe-tables';
import { TableWriter } from '../backup/restore-backup';
import { readRows } from '../backup/write-backup';
import type { Sql } from '../database/database';
import { describeMovedTables, type CopyPoint, type MovedTable } from './moved-tables';

/** One pass of a copy. */
export interface CopyPass {
  readonly workspace: string;
  /** Where the pass before ended; null: nothing is copied yet. */
  readonly after: CopyPoint | null;
  /** The workspace is closed: the tables that are copied at the end come too. */
  readonly isLast: boolean;
}

/** What a pass has done. */
export interface Copied {
  readonly point: CopyPoint;
  /** Rows written, by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Two databases, each in a transaction. That of the source sees one moment. */
interface Sides {
  readonly source: Sql;
  readonly target: Sql;
}

/** A row with a time from before this moment may be committed after it: the next pass copies the last minute again. */
const READ_POINT = `
  select array(select distinct crumb_id::text from vector_retry where workspace = $1) as refused, (select least(h.position, min(c.position)) from log_head h, index_cursor c
      where c.kind = 'text' or c.kind = 'vector:' || (select name from embedding_choice) group by h.position) as position,
    quote_literal(clock_timestamp() - interval '1 minute') || '::timestamptz' as since`;

/** `m` names the workspace, `touched` has the breadcrumbs to copy again, `known_file` the files that the target has. */
const PREPARE = [
  'set local idle_in_transaction_session_timeout = 0',
  `set local timezone = 'UTC'`,
  'create temp table m (workspace text) on commit drop',
  'create temp table touched (id uuid primary key) on commit drop',
  'create temp table known_file (hash text primary key) on commit drop',
];
const FIND_TOUCHED = `insert into touched
  select id from crumb_event where workspace = $1 and position > $2 union select unnest($3::uuid[])`;
/** What quotes an erased text is emptied with it, without an event of its own. */
const ADD_QUOTING = `insert into touched select q.crumb_id from blob_quote q join touched t on t.id = q.quoted_id
  where q.workspace = $1 on conflict do nothing`;
/** Events that the pass before copied with hashes that are gone since. */
const FIND_FORGOTTEN = `select e.position from crumb_event e join touched t using (id)
  where e.workspace = $1 and e.position <= $2 and e.content_hash = ''`;
const FORGET_HASHES = `update crumb_event set content_hash = '' where workspace = $1 and position = any($2::bigint[])`;
const FIND_GONE_FILES = `select hash from known_file k
  where not exists (select 1 from file f where f.workspace = $1 and f.hash = k.hash)`;
const REMOVE_FILES = 'delete from file where workspace = $1 and hash = any($2)';

/** What happened since the pass before that is no new row. */
interface Touched {
  /** The ids of breadcrumbs that changed. */
  readonly crumbs: readonly string[];
  /** The positions of events that no longer have a hash. */
  readonly forgotten: readonly number[];
  /** The hashes of files that were deleted. */
  readonly goneFiles: readonly string[];
}

const NOTHING: Touched = { crumbs: [], forgotten: [], goneFiles: [] };

async function findTouched(source: Sql, workspace: string, after: CopyPoint): Promise<Touched> {
  await source.query(FIND_TOUCHED, [workspace, after.position, after.refused]);
  await source.query(ADD_QUOTING, [workspace]);
  await source.query('analyze touched');
  const crumbs = await source.query<{ id: string }>('select id from touched');
  const forgotten = await source.query<{ position: number }>(FIND_FORGOTTEN, [workspace, after.position]);
  const goneFiles = await source.query<{ hash: string }>(FIND_GONE_FILES, [workspace]);
  return {
    crumbs: crumbs.map(({ id }) => id),
    forgotten: forgotten.map(({ position }) => position),
    goneFiles: goneFiles.map(({ hash }) => hash),
  };
}

async function prepare({ source, target }: Sides, { workspace, after }: CopyPass): Promise<Touched> {
  for (const statement of PREPARE) await source.query(statement);
  for (const statement of PREPARE.slice(0, 2)) await target.query(statement);
  await source.query('insert into m values ($1)', [workspace]);
  const known = await target.query<{ hash: string }>('select hash from file where workspace = $1', [workspace]);
  await source.query('insert into known_file select unnest($1::text[])', [known.map(({ hash }) => hash)]);
  return after === null ? NOTHING : findTouched(source, workspace, after);
}

/** The condition on the rows `r` of a table that a pass copies; null: none of them. */
function whichRows({ rows }: MovedTable, { after, isLast }: CopyPass): string | null {
  if ('atEnd' in rows) return isLast ? 'true' : null;
  if (after === null) return 'true';
  return 'ofCrumb' in rows ? `r.${rows.ofCrumb} in (select id from touched)` : rows.changed(after);
}

/** Removes what the pass copies as a whole, so that what is gone at the source is gone at the target too. */
async function clear(target: Sql, table: MovedTable, pass: CopyPass, touched: Touched): Promise<void> {
  const { name, rows } = table;
  const { workspace, after, isLast } = pass;
  const remove = `delete from ${quoteName(name)} where workspace = $1`;
  if (after === null || ('atEnd' in rows && isLast)) await target.query(remove, [workspace]);
  else if ('ofCrumb' in rows && touched.crumbs.length > 0)
    await target.query(`${remove} and ${rows.ofCrumb} = any($2::uuid[])`, [workspace, touched.crumbs]);
  else if ('replaced' in rows) await target.query(`${remove} and ${rows.replaced}`, [workspace]);
  else if (name === 'file') await target.query(REMOVE_FILES, [workspace, touched.goneFiles]);
}

const replaceOnConflict = ({ name, columns }: MovedTable): string => {
  const set = columns.map((one) => `${quoteName(one.name)} = excluded.${quoteName(one.name)}`);
  return `on conflict on constraint ${quoteName(`${name}_pkey`)} do update set ${set.join(', ')}`;
};

async function copyTable({ source, target }: Sides, table: MovedTable, which: string): Promise<number> {
  const runner = { query: (text: string, params: unknown[]) => target.query(text, params) };
  const writer = new TableWriter(runner, table, { end: replaceOnConflict(table) });
  let rows = 0;
  for await (const line of readRows(source, table, `r.workspace = (select workspace from m) and ${which}`)) {
    if (!('row' in line)) continue;
    rows += 1;
    await writer.add(line.row);
  }
  await writer.flush();
  return rows;
}

/** Copies a workspace, or what has changed in it since the pass before. Rows that the target has already are replaced. */
export async function copyRows(sides: Sides, pass: CopyPass): Promise<Copied> {
  const touched = await prepare(sides, pass);
  const [point] = await sides.source.query<CopyPoint>(READ_POINT, [pass.workspace]);
  if (!point) throw new Error('The database has no log; start Crumbtrail once.');
  const tables = await describeMovedTables(sides.source);
  for (const table of [...tables].reverse()) await clear(sides.target, table, pass, touched);
  const rows: Record<string, number> = {};
  for (const table of tables) {
    const which = whichRows(table, pass);
    if (which !== null) rows[table.name] = await copyTable(sides, table, which);
  }
  if (touched.forgotten.length > 0) await sides.target.query(FORGET_HASHES, [pass.workspace, touched.forgotten]);
  return { point, rows };
}
