import { createReadStream, createWriteStream, existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorMessage } from '@crumbtrail/platform';
import { DataDirectoryLocked } from '../database/lock-file';
import { openDatabase, type OpenDatabase } from '../database/open-database';
import type { BackupHeader } from './backup-format';
import { backupSocketPath } from './backup-socket';
import { compressBackup } from './compress-backup';
import { ReadCounter, type ReportProgress, whileReporting } from './job-progress';
import { checkBackup } from './read-backup';
import { readReplaced, restoreBackup, type RestoreOptions } from './restore-backup';

/** The database to back up or restore: Postgres by its URL, else the embedded one under the home folder. */
export interface BackupPlace {
  readonly url?: string;
  readonly home: string;
}

/** The name of a file that stands for standard input or output. */
const STANDARD = '-';

/** Opens the database of a place, as a tool. */
export const openPlace = (place: BackupPlace): Promise<OpenDatabase> =>
  openDatabase({
    ...place,
    tool: 'crumb-backup',
    onDeath: (error) => {
      throw error;
    },
  });

/** Refuses a place without a database, where opening it would create one. */
export function requireDatabase({ url, home }: BackupPlace): void {
  if (url !== undefined || existsSync(join(home, 'pglite'))) return;
  throw new Error(`There is no embedded database under ${home}: set DATABASE_URL, or CRUMBTRAIL_HOME to its folder.`);
}

/** Takes the backup from the store that runs. */
async function copyFromStore(home: string, target: Writable): Promise<void> {
  const path = backupSocketPath(home);
  try {
    await pipeline(createConnection(path), target);
  } catch (cause) {
    throw new Error(
      `The store that runs gives no backup at ${path}: ${errorMessage(cause)}; see its log, or stop it.`,
      { cause },
    );
  }
}

async function copyDatabase(place: BackupPlace, target: Writable): Promise<void> {
  requireDatabase(place);
  const opened = await openPlace(place).catch((error: unknown) => {
    if (error instanceof DataDirectoryLocked) return null;
    throw error;
  });
  if (opened === null) return copyFromStore(place.home, target);
  try {
    await compressBackup(opened.database, () => target);
  } finally {
    await opened.database.close();
  }
}

/** Reads all of a backup again. */
function checkFile(file: string, report: ReportProgress): Promise<BackupHeader> {
  const counter = new ReadCounter('kB checked', statSync(file).size);
  return whileReporting(
    report,
    () => counter.read(),
    () => checkBackup(counter.add(createReadStream(file))),
  );
}

/** Writes a backup, and reports how much of it was written. */
async function copyReporting(
  place: BackupPlace,
  target: Writable & { readonly bytesWritten?: number },
  report: ReportProgress,
): Promise<void> {
  const read = () => ({ what: 'kB written', done: Math.ceil((target.bytesWritten ?? 0) / 1_000) });
  await whileReporting(report, read, () => copyDatabase(place, target));
}

/**
 * Writes a backup of the database to a new file that only its owner may read, or to standard output (`-`), and reads the file again to check it. A store
 * may run meanwhile. Resolves to what the file holds; null where it went to standard output.
 */
export async function backUpToFile(
  place: BackupPlace,
  file: string,
  report: ReportProgress = () => undefined,
): Promise<BackupHeader | null> {
  if (file === STANDARD) {
    await copyReporting(place, process.stdout, report);
    return null;
  }
  if (existsSync(file)) throw new Error(`${file} exists already; choose another name.`);
  try {
    await copyReporting(place, createWriteStream(file, { flags: 'wx', mode: 0o600 }), report);
    return await checkFile(file, report);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

async function isEmpty({ source }: OpenDatabase): Promise<boolean> {
  const runner = source.createQueryRunner();
  try {
    const held = await readReplaced(runner);
    return held === null || held.position === 0;
  } finally {
    await runner.release();
  }
}

/** Fills the database of a place. A place that had no embedded database has none again where the work is refused or fails and left nothing in it. */
export async function fillPlace<T>(
  place: BackupPlace,
  work: (opened: OpenDatabase) => Promise<T>,
  open: typeof openPlace = openPlace,
): Promise<T> {
  const { url, home } = place;
  const folder = join(home, 'pglite');
  const [isNew, isNewHome] = [url === undefined && !existsSync(folder), !existsSync(home)];
  const opened = await open(place);
  let isLeftEmpty = false;
  try {
    return await work(opened);
  } catch (error) {
    isLeftEmpty = isNew && (await isEmpty(opened).catch(() => false));
    throw error;
  } finally {
    await opened.database.close();
    if (isLeftEmpty) rmSync(folder, { recursive: true, force: true });
    if (isLeftEmpty && isNewHome && readdirSync(home).length === 0) rmdirSync(home);
  }
}

/** Restores a file, or standard input (`-`), into a database that no store has open. Resolves to what was restored. */
export async function restoreFromFile(
  place: BackupPlace,
  file: string,
  { report = () => undefined, ...options }: RestoreOptions & { readonly report?: ReportProgress },
): Promise<BackupHeader> {
  const isStandard = file === STANDARD;
  const counter = new ReadCounter('kB restored', isStandard || !existsSync(file) ? undefined : statSync(file).size);
  const source = isStandard ? process.stdin : counter.add(createReadStream(file));
  return fillPlace(place, (opened) =>
    whileReporting(
      report,
      () => counter.read(),
      () => restoreBackup(opened.source, source, options),
    ),
  );
}
