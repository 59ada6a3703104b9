import type { Database } from '../src/database/database';

/** A table whose rows belong to a workspace. */
export interface LimitedTable {
  readonly name: string;
  /** The column that names the workspace. */
  readonly column: string;
}

interface TableColumn {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly has_default: boolean;
}

const READ_LIMITED = `select tablename as name, case tablename when 'workspace' then 'name' else 'workspace' end as column
  from pg_tables where schemaname = current_schema() and rowsecurity order by tablename`;

const READ_COLUMNS = `select c.relname::text as table, a.attname::text as column, format_type(a.atttypid, null) as type, a.atthasdef as has_default
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attnotnull
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relrowsecurity order by a.attnum`;

/** A value of each type that the tables have. */
const VALUES: Readonly<Record<string, string>> = {
  bigint: '1000000000 + floor(random() * 1000000000)::bigint',
  boolean: 'false',
  bytea: `'\\x00'`,
  integer: '1',
  jsonb: `'{}'`,
  numeric: '1',
  text: `gen_random_uuid()::text`,
  'text[]': `array['x']`,
  'timestamp with time zone': 'now()',
  tsvector: `to_tsvector('english', 'some words')`,
  uuid: 'gen_random_uuid()',
  vector: `'[1]'`,
};

/** Columns whose values a check restricts. */
const CHECKED: Readonly<Record<string, string>> = {
  'api_key.role': `'reader'`,
  'crumb_event.kind': `'created'`,
  'turn.state': `'closed'`,
};

/** The tables that have a policy. */
export const listLimitedTables = (database: Database): Promise<LimitedTable[]> =>
  database.query<LimitedTable>(READ_LIMITED);

function insertRow({ name, column: own }: LimitedTable, columns: readonly TableColumn[], workspace: string): string {
  const filled = columns.filter((one) => one.table === name && (one.column === own || !one.has_default));
  const values = filled.map(({ column, type }) => {
    if (column === own) return `'${workspace}'`;
    const value = CHECKED[`${name}.${column}`] ?? VALUES[type];
    if (value === undefined)
      throw new Error(`The column ${name}.${column} has the type ${type}: add a value to VALUES.`);
    return value;
  });
  return `insert into ${name} (${filled.map(({ column }) => column).join(', ')}) values (${values.join(', ')})`;
}

/** Writes one row of each workspace into every table that has a policy, without looking at references between tables. */
export async function fillTables(database: Database, workspaces: readonly string[]): Promise<void> {
  const tables = await listLimitedTables(database);
  const columns = await database.query<TableColumn>(READ_COLUMNS);
  await database.transaction(async (sql) => {
    await sql.query('set local session_replication_role = replica');
    for (const workspace of workspaces)
      for (const table of tables) await sql.query(insertRow(table, columns, workspace));
  });
}
