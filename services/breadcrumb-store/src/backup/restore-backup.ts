import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import { STORE_APPLICATION } from '../database/data-source';
import { changeSchema } from '../database/migrate';
import { requireKnownMigrations } from '../database/schema-version';
import { DamagedBackup, type BackedUpTable, type BackupHeader, type BackupLine } from './backup-format';
import { describeTables, quoteName } from './describe-tables';
import { readBackup, requireHeader } from './read-backup';

/** How many rows are written at once, unless they hold files. */
const WRITTEN_ROWS = 200;

export interface RestoreOptions {
  /** Replaces what the database holds. Default: a database with breadcrumbs is refused. */
  readonly force?: boolean;
}

/** What a database holds before a restore. */
export interface Replaced {
  readonly epoch: number;
  readonly position: number;
}

export async function readReplaced(runner: QueryRunner): Promise<Replaced | null> {
  const [{ exists }]: [{ exists: boolean }] = await runner.query(
    `select to_regclass('log_head') is not null as exists`,
  );
  if (!exists) return null;
  const [head]: Replaced[] = await runner.query('select epoch, position from log_head');
  return head ?? null;
}

/** A store that runs would go on with what it remembers of the old database. */
export async function requireNobodyElse(runner: QueryRunner): Promise<void> {
  const [{ others }]: [{ others: number }] = await runner.query(
    `select count(*)::int as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = $1`,
    [STORE_APPLICATION],
  );
  if (others > 0) throw new Error('A store has this database open: stop every breadcrumb-store before the restore.');
}

function requireReplaceable(replaced: Replaced | null, { force = false }: RestoreOptions): void {
  if (replaced === null || replaced.position === 0 || force) return;
  throw new Error(
    `The database is not empty: its log ends at ${replaced.position}. Restore into an empty database, or give --force to replace everything in it.`,
  );
}

/** Gives an empty database the schema of the backup; a later start of the store migrates it further. */
export async function makeSchema(source: DataSource, runner: QueryRunner, { migrations }: BackupHeader): Promise<void> {
  const executor = new MigrationExecutor(source, runner);
  const executed = (await executor.getExecutedMigrations()).map(({ name }) => name).reverse();
  if (executed.length === 0) {
    for (const one of await executor.getPendingMigrations()) {
      if (migrations.includes(one.name)) await executor.executeMigration(one);
    }
  } else if (!isDeepStrictEqual(new Set(executed), new Set(migrations))) {
    throw new Error(
      `The database has the schema ${executed.at(-1)} and the backup ${migrations.at(-1)}: restore into a database without tables (embedded: choose another CRUMBTRAIL_HOME).`,
    );
  }
}

/** Where a {@link TableWriter} inserts, if not into the table itself, and how the statement ends. */
interface InsertOptions {
  /** A table like the one that was read. */
  readonly into?: string;
  /** What comes after the rows, as `on conflict do nothing`. */
  readonly end?: string;
}

/** Collects the rows of one table and inserts them some at a time, into that table or into one like it. */
export class TableWriter {
  private waiting: string[] = [];
  private readonly insert: string;
  private readonly most: number;

  constructor(
    private readonly runner: { query(text: string, params: unknown[]): Promise<unknown> },
    table: BackedUpTable,
    { into = table.name, end = '' }: InsertOptions = {},
  ) {
    const names = table.columns.map(({ name }) => quoteName(name)).join(', ');
    const values = table.columns.map(({ type }, nth) => `(r.value->>${nth})::${type}`).join(', ');
    this.insert = `insert into ${quoteName(into)} (${names}) select ${values} from jsonb_array_elements($1::jsonb) r ${end}`;
    this.most = table.columns.some(({ type }) => type === 'bytea') ? 1 : WRITTEN_ROWS;
  }

  async add(row: string): Promise<void> {
    this.waiting.push(row);
    if (this.waiting.length >= this.most) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.waiting.length > 0) await this.runner.query(this.insert, [`[${this.waiting.join(',')}]`]);
    this.waiting = [];
  }
}

function requireTable(tables: readonly BackedUpTable[], header: BackupHeader, name: string): BackedUpTable {
  const known = tables.find((one) => one.name === name);
  const told = header.tables.find((one) => one.name === name);
  if (known && isDeepStrictEqual(known, told)) return known;
  throw new DamagedBackup(`its table ${name} is not one of the schema that it names`);
}

/**
 * The restored log begins a new epoch, higher than any that the broker may have heard of, with everything that was published after its head
 * forgotten. The relay notices that the stream is of another epoch and publishes the log again (record 0035).
 */
export async function beginEpoch(
  runner: QueryRunner,
  { head }: BackupHeader,
  replaced: Replaced | null,
): Promise<void> {
  const [{ epoch }]: [{ epoch: number }] = await runner.query(
    `with head as (
       update log_head set epoch = greatest(epoch, $1) + 1, writer = null, writer_until = null, writer_fence = writer_fence + 1, timeline = null
       returning epoch)
     select epoch from head`,
    [replaced?.epoch ?? 0],
  );
  await runner.query('insert into failover (epoch, head, last_known) values ($1, $2, $3)', [
    epoch,
    head,
    Math.max(head, replaced?.position ?? 0),
  ]);
}

async function loadRows(runner: QueryRunner, lines: AsyncIterable<BackupLine>, header: BackupHeader): Promise<void> {
  const tables = await describeTables((text, params) => runner.query(text, params));
  const all = [...tables.map(({ name }) => quoteName(name)), 'sign_in'];
  await runner.query(`truncate ${all.join(', ')}`);
  let writer: TableWriter | null = null;
  for await (const line of lines) {
    if ('table' in line) {
      await writer?.flush();
      writer = new TableWriter(runner, requireTable(tables, header, line.table));
    } else if ('row' in line) await writer?.add(line.row);
  }
  await writer?.flush();
}

/**
 * Makes the database what it was when the backup was written, in one transaction: a file that is damaged, or a failure, changes nothing.
 * No store may have the database open. Resolves to the header.
 */
export async function restoreBackup(
  source: DataSource,
  file: Readable,
  options: RestoreOptions = {},
): Promise<BackupHeader> {
  const lines = readBackup(file);
  const first = await lines.next();
  const header = requireHeader(first.done ? undefined : first.value);
  if (header.archive) throw new Error('This is a file of an archive: restore its folder with `crumb archive restore`.');
  requireKnownMigrations(header.migrations);
  await changeSchema(source, async (runner) => {
    // Where the file is read slowly, the connection waits longer than others may.
    await runner.query('set local idle_in_transaction_session_timeout = 0');
    await requireNobodyElse(runner);
    const replaced = await readReplaced(runner);
    requireReplaceable(replaced, options);
    await makeSchema(source, runner, header);
    await loadRows(runner, lines, header);
    await beginEpoch(runner, header, replaced);
  });
  return header;
}
