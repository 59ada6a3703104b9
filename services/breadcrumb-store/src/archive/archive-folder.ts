import type { ReportProgress } from '../backup/job-progress';
import { fillPlace, openPlace, requireDatabase, type BackupPlace } from '../backup/backup-files';
import { DataDirectoryLocked } from '../database/lock-file';
import type { OpenDatabase } from '../database/open-database';
import type { Manifest } from './manifest';
import { restoreArchive } from './restore-archive';
import { writeArchive, type ArchiveBefore, type ArchiveReport } from './write-archive';

async function open(place: BackupPlace): Promise<OpenDatabase> {
  return openPlace(place).catch((cause: unknown) => {
    if (!(cause instanceof DataDirectoryLocked)) throw cause;
    throw new Error(
      `A store has the embedded database under ${place.home} open: stop Crumbtrail first. With Postgres an archive is written while everything runs.`,
      { cause },
    );
  });
}

/** A position, or an ISO time. */
function parseBefore(text: string): ArchiveBefore {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new Error(`${text} is neither a position of the log nor a time like 2026-01-31T00:00:00Z.`);
  return time;
}

/** What is added to an archive. */
interface ArchiveAddition {
  readonly folder: string;
  /** A position, or an ISO time: what came before it is added. */
  readonly before: string;
  readonly report?: ReportProgress;
}

/** Adds what came before a position or time to the archive in a folder. */
export async function addToArchive(
  place: BackupPlace,
  { folder, before, report }: ArchiveAddition,
): Promise<ArchiveReport> {
  const until = parseBefore(before);
  requireDatabase(place);
  const { database } = await open(place);
  try {
    return await writeArchive(database, folder, until, report);
  } finally {
    await database.close();
  }
}

/** Restores the archive in a folder into a database that no store has open. */
export async function restoreFromArchive(
  place: BackupPlace,
  folder: string,
  report?: ReportProgress,
): Promise<Manifest> {
  return fillPlace(place, ({ source }) => restoreArchive(source, folder, report), open);
}
