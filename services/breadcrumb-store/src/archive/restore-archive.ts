import { join } from 'node:path';
import type { DataSource, QueryRunner } from 'typeorm';
import { beginEpoch, makeSchema, readReplaced, requireNobodyElse, type Replaced } from '../backup/restore-backup';
import { createReadStream } from 'node:fs';
import { ReadCounter, type ReportProgress, whileReporting } from '../backup/job-progress';
import { readBackup, requireHeader } from '../backup/read-backup';
import type { BackupHeader } from '../backup/backup-format';
import { changeSchema } from '../database/migrate';
import { requireKnownMigrations } from '../database/schema-version';
import { RECOUNT_TOTALS } from '../sessions/session-totals';
import type { ArchivedFile, Manifest } from './manifest';
import { mergeFile, prepareMerge, repeatErasures } from './merge-file';
import { sizeOfFiles, verifyArchive } from './verify-archive';

async function readFirstHeader(path: string): Promise<BackupHeader> {
  const first = await readBackup(createReadStream(path)).next();
  return requireHeader(first.done ? undefined : first.value);
}

const isEmpty = (replaced: Replaced | null): boolean => replaced === null || replaced.position === 0;

async function requireSameLog(runner: QueryRunner, { log_id }: Manifest): Promise<void> {
  const [head]: { log_id: string }[] = await runner.query('select log_id from log_head');
  if (head?.log_id === log_id) return;
  throw new Error(
    `The database has the log ${head?.log_id} and the archive ${log_id}: restore into an empty database, or into the one that it was written from.`,
  );
}

/** The log goes on after the archive, in a new epoch; consumers have processed all that an archive holds. */
async function continueLog(runner: QueryRunner, header: BackupHeader, through: number, replaced: Replaced | null) {
  await runner.query('update log_head set log_id = $1, position = $2, epoch = greatest(epoch, $3)', [
    header.log_id,
    through,
    header.epoch,
  ]);
  await runner.query('update relay_cursor set relayed = $1', [through]);
  await runner.query('update durable set floor = $1', [through]);
  await beginEpoch(runner, { ...header, head: through }, replaced);
}

const DROP_UNUSED_FILES = `delete from file f
  where not exists (select 1 from file_use u where u.workspace = f.workspace and u.hash = f.hash)
    and not exists (select 1 from file_upload u where u.workspace = f.workspace and u.hash = f.hash)`;

const FORGET_SWEEPS = `delete from retention_sweep where class = 'events' and through <= $1`;
const REMEMBER =
  'insert into archive_file (log_id, through, name, sha256) values ($1, $2, $3, $4) on conflict do nothing';

/** A database whose schema is older than the totals counts when it is migrated. */
async function recountTotals(runner: QueryRunner): Promise<void> {
  const [found]: { exists: boolean }[] = await runner.query(
    `select to_regclass('session_total') is not null as exists`,
  );
  if (!found?.exists) return;
  for (const statement of RECOUNT_TOTALS) await runner.query(statement);
}

/** An archive that was verified, with the header of its last file. */
interface VerifiedArchive {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly newest: BackupHeader;
  readonly counter: ReadCounter;
}

async function mergeFiles(source: DataSource, { folder, manifest, newest, counter }: VerifiedArchive): Promise<void> {
  const last = manifest.files.at(-1) as ArchivedFile;
  await changeSchema(source, async (runner) => {
    await runner.query('set local idle_in_transaction_session_timeout = 0');
    await requireNobodyElse(runner);
    const replaced = await readReplaced(runner);
    const intoEmpty = isEmpty(replaced);
    if (intoEmpty) await makeSchema(source, runner, newest);
    else await requireSameLog(runner, manifest);
    await prepareMerge(runner);
    for (const { name } of manifest.files)
      await mergeFile(runner, counter.add(createReadStream(join(folder, name))), name === last.name);
    await repeatErasures(runner);
    await runner.query(DROP_UNUSED_FILES);
    await recountTotals(runner);
    if (intoEmpty) await continueLog(runner, newest, last.through, replaced);
    else await runner.query(FORGET_SWEEPS, [last.through]);
    for (const { through, name, sha256 } of manifest.files)
      await runner.query(REMEMBER, [manifest.log_id, through, name, sha256]);
  });
}

/**
 * Restores an archive, in one transaction: into an empty database, whose log then ends where the archive ends, or into the database that it was
 * written from, which gets back what retention has removed. Every file is verified first. No store may have the database open.
 */
export async function restoreArchive(
  source: DataSource,
  folder: string,
  report: ReportProgress = () => undefined,
): Promise<Manifest> {
  const manifest = await verifyArchive(folder, report);
  const last = manifest.files.at(-1);
  if (last === undefined) throw new Error(`The archive in ${folder} holds no files.`);
  const newest = await readFirstHeader(join(folder, last.name));
  requireKnownMigrations(newest.migrations);
  const counter = new ReadCounter('kB restored', sizeOfFiles(folder, manifest));
  const merge = () => mergeFiles(source, { folder, manifest, newest, counter });
  await whileReporting(report, () => counter.read(), merge);
  return manifest;
}
