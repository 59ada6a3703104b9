import { sha256 } from '@crumbtrail/contracts';
import type { WorkspaceChecksum } from '@crumbtrail/contracts/operations/retention';
import type { Sql, TransactionalSql } from '../database/database';
import type { BackedUpTable } from '../backup/backup-format';
import { quoteName } from '../backup/describe-tables';
import { ARCHIVED_TABLES, describeArchivedTables } from './archived-tables';

interface TableSum {
  readonly rows: number;
  readonly sums: string;
}

/** How many of the 64 digits of a row's SHA-256 are added up as one number. */
const DIGITS = 15;
const STARTS = [1, 16, 31, 46];

/** The text of all values of a row, as a backup has it, hashed; the hashes are added up, so that the order of rows does not matter. */
async function sumTable(sql: Sql, { name, columns }: BackedUpTable, workspace: string): Promise<TableSum> {
  const values = columns.map((one) => `${quoteName(one.name)}::text`).join(', ');
  const sums = STARTS.map((at) => `coalesce(sum(('x' || substr(h, ${at}, ${DIGITS}))::bit(${DIGITS * 4})::bigint), 0)`);
  const [row] = await sql.query<TableSum>(
    `select count(*)::int as rows, concat_ws('.', ${sums.join(', ')}) as sums from (
       select encode(sha256(convert_to(json_build_array(${values})::text, 'UTF8')), 'hex') as h
       from ${quoteName(name)} where workspace = $1) hashed`,
    [workspace],
  );
  return row as TableSum;
}

async function sumWorkspace(sql: Sql, tables: readonly BackedUpTable[], workspace: string): Promise<WorkspaceChecksum> {
  const rows: Record<string, number> = {};
  const lines: string[] = [];
  for (const table of tables) {
    const sum = await sumTable(sql, table, workspace);
    rows[table.name] = sum.rows;
    lines.push(`${table.name} ${sum.rows} ${sum.sums}`);
  }
  return { workspace, rows, checksum: sha256(lines.join('\n')) };
}

/** Computes the checksums of all workspaces, or of one, as of one moment. The embedded database does nothing else meanwhile. */
export async function readChecksums(
  database: TransactionalSql,
  workspace: string | null = null,
): Promise<WorkspaceChecksum[]> {
  return database.transaction(async (sql) => {
    await sql.query('set transaction isolation level repeatable read, read only');
    await sql.query(`set local timezone = 'UTC'`);
    const summed = new Set(ARCHIVED_TABLES.filter(({ isWhole = false }) => !isWhole).map(({ name }) => name));
    const tables = (await describeArchivedTables((text) => sql.query(text))).filter(({ name }) => summed.has(name));
    const workspaces = await sql.query<{ name: string }>(
      'select name from workspace where $1::text is null or name = $1 order by name',
      [workspace],
    );
    const checksums: WorkspaceChecksum[] = [];
    for (const { name } of workspaces) checksums.push(await sumWorkspace(sql, tables, name));
    return checksums;
  });
}
