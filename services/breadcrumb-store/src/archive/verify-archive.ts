import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { errorMessage } from '@crumbtrail/platform';
import type { ArchivedRange, BackupHeader } from '../backup/backup-format';
import { ReadCounter, type ReportProgress, whileReporting } from '../backup/job-progress';
import { readBackup, requireHeader } from '../backup/read-backup';
import { DamagedArchive, hashFile, readManifest, type Manifest } from './manifest';

/** The size of the files of an archive that are there, in bytes. */
export function sizeOfFiles(folder: string, { files }: Manifest): number {
  const paths = files.map(({ name }) => join(folder, name)).filter((path) => existsSync(path));
  return paths.reduce((sum, path) => sum + statSync(path).size, 0);
}

/** Reads all of a file. Throws where it is not complete, or holds another range. */
export async function checkArchivedFile(
  path: string,
  { after, through }: ArchivedRange,
  counter?: ReadCounter,
): Promise<{ readonly header: BackupHeader; readonly events: number }> {
  const file = createReadStream(path);
  const lines = readBackup(counter ? counter.add(file) : file);
  const first = await lines.next();
  const header = requireHeader(first.done ? undefined : first.value);
  if (!isDeepStrictEqual(header.archive, { after, through })) throw new DamagedArchive(`${path} holds another range`);
  let table = '';
  let events = 0;
  for await (const line of lines) {
    if ('table' in line) table = line.table;
    else if ('row' in line && table === 'crumb_event') events += 1;
  }
  return { header, events };
}

/** Reads every file of an archive and compares it with its manifest. Throws {@link DamagedArchive} that names the first file which differs. */
export async function verifyArchive(folder: string, report: ReportProgress = () => undefined): Promise<Manifest> {
  const manifest = readManifest(folder);
  if (manifest === null) throw new Error(`There is no archive in ${folder}: it has no manifest.json.`);
  const counter = new ReadCounter('kB checked', sizeOfFiles(folder, manifest));
  await whileReporting(
    report,
    () => counter.read(),
    () => verifyFiles(folder, manifest, counter),
  );
  return manifest;
}

async function verifyFiles(folder: string, manifest: Manifest, counter: ReadCounter): Promise<void> {
  for (const file of manifest.files) {
    const path = join(folder, file.name);
    if (!existsSync(path)) throw new DamagedArchive(`${file.name} is missing`);
    if ((await hashFile(path)) !== file.sha256)
      throw new DamagedArchive(`${file.name} has another SHA-256 than its manifest says`);
    const { header, events } = await checkArchivedFile(path, file, counter).catch((cause: unknown) => {
      throw new DamagedArchive(`${file.name}: ${errorMessage(cause)}`, { cause });
    });
    if (header.log_id !== manifest.log_id || events !== file.events)
      throw new DamagedArchive(`${file.name} holds something else than its manifest says`);
  }
}
