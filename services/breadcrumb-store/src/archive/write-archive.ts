import { createWriteStream, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { crashPoint } from '@crumbtrail/platform';
import { type ReportProgress, whileReporting } from '../backup/job-progress';
import type { ArchivedRange, BackupLine } from '../backup/backup-format';
import { describeDatabase, readRows, toBackupText } from '../backup/write-backup';
import type { Database, Sql } from '../database/database';
import { ARCHIVED_TABLES, describeArchivedTables, readArchiveEnd, type ArchiveEnd } from './archived-tables';
import { checkArchivedFile } from './verify-archive';
import { hashFile, nameFile, readManifest, writeManifest, type ArchivedFile, type Manifest } from './manifest';

/** How many positions a file holds at most. */
const FILE_POSITIONS = 100_000;

/** Everything before this position or time goes into the archive, as far as it is settled. */
export type ArchiveBefore = number | Date;

/** What a run has added to an archive. */
export interface ArchiveReport {
  /** The last position that the archive holds now. */
  readonly through: number;
  readonly files: readonly ArchivedFile[];
  /** Why it does not go as far as was asked: a consumer or a turn is not done with what comes next. Null: it does. */
  readonly held_by: string | null;
}

const LAST_BEFORE = 'select coalesce(max(position), 0) as position from crumb_event where created_at < $1';

async function toPosition(sql: Sql, before: ArchiveBefore): Promise<number> {
  if (typeof before === 'number') return before - 1;
  const [last] = await sql.query<{ position: number }>(LAST_BEFORE, [before]);
  return last?.position ?? 0;
}

/**
 * The breadcrumbs that the events of the range are about, as far as nothing changed them after it: those come with the file that holds
 * their last change.
 */
async function prepareRange(sql: Sql, { after, through }: ArchivedRange): Promise<void> {
  await sql.query(
    `create temp table bounds on commit drop as select ${after}::bigint as after, ${through}::bigint as through`,
  );
  await sql.query(`create temp table touched on commit drop as
    select distinct e.workspace, e.id from crumb_event e join crumb c on c.workspace = e.workspace and c.id = e.id
    where e.position > ${after} and e.position <= ${through} and c.position <= ${through}`);
  await sql.query('create unique index touched_key on touched (workspace, id)');
  await sql.query('analyze touched');
}

/** The lines of a file. `count` is called for each of its events. */
async function* readRange(sql: Sql, range: ArchivedRange, count: () => void): AsyncGenerator<BackupLine> {
  await prepareRange(sql, range);
  const tables = await describeArchivedTables((text) => sql.query(text));
  yield { header: { ...(await describeDatabase(sql)), tables, archive: range } };
  for (const [nth, table] of tables.entries()) {
    yield { table: table.name };
    for await (const line of readRows(sql, table, ARCHIVED_TABLES[nth]?.rows)) {
      if (table.name === 'crumb_event') count();
      yield line;
    }
  }
}

/** A file of an archive that is to be written. */
interface NewFile {
  readonly folder: string;
  readonly range: ArchivedRange;
  readonly report: ReportProgress;
}

async function writeFile(database: Database, { folder, range, report }: NewFile): Promise<ArchivedFile> {
  const name = nameFile(range);
  const part = join(folder, `${name}.part`);
  let written = 0;
  const read = () => ({ what: `events written to ${name}`, done: written, of: range.through - range.after });
  await whileReporting(report, read, () => writePart(database, { part, range, count: () => (written += 1) }));
  const { events } = await checkArchivedFile(part, range);
  const sha256 = await hashFile(part);
  crashPoint('archive.before-rename');
  renameSync(part, join(folder, name));
  return { name, ...range, events, sha256, written_at: new Date().toISOString() };
}

interface NewPart {
  readonly part: string;
  readonly range: ArchivedRange;
  readonly count: () => void;
}

async function writePart(database: Database, { part, range, count }: NewPart): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query('set transaction isolation level repeatable read');
    await sql.query('set local idle_in_transaction_session_timeout = 0');
    const text = Readable.from(toBackupText(readRange(sql, range, count)));
    await pipeline(text, createGzip(), createWriteStream(part, { mode: 0o600, flush: true }));
  });
}

const REMEMBER = `insert into archive_file (log_id, through, name, sha256) values ($1, $2, $3, $4)
  on conflict do nothing`;

function openManifest(folder: string, { log_id }: ArchiveEnd): Manifest {
  const known = readManifest(folder);
  if (known && known.log_id !== log_id)
    throw new Error(
      `${folder} holds an archive of the log ${known.log_id}, and this database has ${log_id}: choose another folder.`,
    );
  return known ?? { format: 1, log_id, files: [] };
}

/**
 * Adds to the archive in a folder everything before a position or a time that it does not hold yet. The database remembers a file only once it was read
 * again and is named by the manifest.
 */
export async function writeArchive(
  database: Database,
  folder: string,
  before: ArchiveBefore,
  report: ReportProgress = () => undefined,
): Promise<ArchiveReport> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const end = await readArchiveEnd(database);
  const manifest = openManifest(folder, end);
  const wanted = Math.min(await toPosition(database, before), end.head);
  const last = Math.min(wanted, end.through);
  const first = manifest.files.at(-1)?.through ?? 0;
  const files: ArchivedFile[] = [];
  for (let after = first; after < last; after += FILE_POSITIONS) {
    const through = Math.min(after + FILE_POSITIONS, last);
    files.push(await writeFile(database, { folder, range: { after, through }, report }));
    writeManifest(folder, { ...manifest, files: [...manifest.files, ...files] });
  }
  for (const { through, name, sha256 } of [...manifest.files, ...files])
    await database.query(REMEMBER, [end.log_id, through, name, sha256]);
  return { through: Math.max(first, last), files, held_by: last < wanted ? end.held_by : null };
}
