import { PRODUCT_VERSION } from '@crumbtrail/platform';
import type { Database, Sql } from '../database/database';
import {
  BACKUP_FORMAT,
  BackupTally,
  type BackedUpTable,
  type BackupHeader,
  formatLine,
  type BackupLine,
} from './backup-format';
import { describeTables, quoteName } from './describe-tables';

/** How many rows are read at once. */
const FETCHED_ROWS = 200;

const holdsBytes = ({ columns }: BackedUpTable): boolean => columns.some(({ type }) => type === 'bytea');

/** The header of a backup of the database as it is now. */
export async function describeDatabase(sql: Sql): Promise<BackupHeader> {
  const migrations = await sql.query<{ name: string }>('select name from migrations order by id');
  const [head] = await sql.query<{ log_id: string; epoch: number; position: number }>(
    'select log_id, epoch, position from log_head',
  );
  if (!head) throw new Error('The database has no log; start Crumbtrail once.');
  return {
    format: BACKUP_FORMAT,
    version: PRODUCT_VERSION,
    created_at: new Date().toISOString(),
    log_id: head.log_id,
    epoch: head.epoch,
    head: head.position,
    migrations: migrations.map(({ name }) => name),
    tables: await describeTables((text) => sql.query(text)),
  };
}

/** The rows of a table, some at a time. `where` is a condition on the row `r`. */
export async function* readRows(sql: Sql, table: BackedUpTable, where = 'true'): AsyncGenerator<BackupLine> {
  const columns = table.columns.map(({ name }) => `r.${quoteName(name)}::text`).join(', ');
  const select = `select json_build_array(${columns})::text as row from ${quoteName(table.name)} r where ${where}`;
  await sql.query(`declare backup_rows no scroll cursor for ${select}`);
  // A row may hold a file of many MiB.
  const fetch = `fetch ${holdsBytes(table) ? 1 : FETCHED_ROWS} from backup_rows`;
  for (;;) {
    const rows = await sql.query<{ row: string }>(fetch);
    yield* rows;
    if (rows.length === 0) break;
  }
  await sql.query('close backup_rows');
}

async function* readDatabase(sql: Sql): AsyncGenerator<BackupLine> {
  const header = await describeDatabase(sql);
  yield { header };
  for (const table of header.tables) {
    yield { table: table.name };
    yield* readRows(sql, table);
  }
}

/** The text of a backup, with its end. */
export async function* toBackupText(lines: AsyncIterable<BackupLine>): AsyncGenerator<string> {
  const tally = new BackupTally();
  for await (const line of lines) {
    const text = formatLine(line);
    tally.add(line, text);
    yield `${text}\n`;
  }
  yield `${formatLine({ end: tally.end() })}\n`;
}

/**
 * Hands the lines of a backup to `consume`, as of one moment: on Postgres from a snapshot, while others write. The embedded database has one
 * connection, so everything else waits until `consume` resolves.
 */
export async function writeBackup(
  database: Database,
  consume: (lines: AsyncIterable<string>) => Promise<void>,
): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query('set transaction isolation level repeatable read, read only');
    // Where the file is written slowly, the connection waits longer than others may.
    await sql.query('set local idle_in_transaction_session_timeout = 0');
    await consume(toBackupText(readDatabase(sql)));
  });
}
