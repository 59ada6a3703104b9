import { pipeline, type Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import { errorMessage } from '@crumbtrail/platform';
import {
  BACKUP_FORMAT,
  BackupTally,
  DamagedBackup,
  parseLine,
  type BackupHeader,
  type BackupLine,
} from './backup-format';

/** The lines of a text that comes in pieces. A line may be as long as many pieces. */
async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = [];
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n');
    begun.push(first);
    for (const other of others) {
      yield begun.join('');
      begun = [other];
    }
  }
  const last = begun.join('');
  if (last !== '') yield last;
}

/** The lines of a compressed file. Throws {@link DamagedBackup} where it cannot be decompressed. */
async function* readLines(file: Readable): AsyncGenerator<string> {
  const plain = createGunzip().setEncoding('utf8');
  // An error of the file or of the decompression reaches the iteration.
  pipeline(file, plain, () => undefined);
  try {
    yield* splitLines(plain as AsyncIterable<string>);
  } catch (error) {
    throw new DamagedBackup(errorMessage(error));
  }
}

/**
 * Reads a backup: its header first, then the name of each table before its rows. Throws {@link DamagedBackup} at the latest after the last
 * row: what was read counts only once the iteration has ended.
 */
export async function* readBackup(file: Readable): AsyncGenerator<BackupLine> {
  const tally = new BackupTally();
  let hasEnded = false;
  // To the end of the file, not only of its lines: what is cut off may be the last bytes of the compression.
  for await (const text of readLines(file)) {
    const line = parseLine(text);
    if (hasEnded) throw new DamagedBackup('a line follows its end');
    hasEnded = 'end' in line;
    if (!('end' in line)) {
      tally.add(line, text);
      yield line;
    } else if (!isDeepStrictEqual(line.end, tally.end())) {
      throw new DamagedBackup('its content is not that of its checksum');
    }
  }
  if (!hasEnded) throw new DamagedBackup('its end is missing');
}

/** The header of a backup, from its first line. */
export function requireHeader(line: BackupLine | undefined): BackupHeader {
  if (line === undefined || !('header' in line)) throw new DamagedBackup('it does not begin with a header');
  const { header } = line;
  if (header.format === BACKUP_FORMAT) return header;
  throw new Error(`The backup has format ${header.format}; this version of Crumbtrail reads format ${BACKUP_FORMAT}.`);
}

/** Reads all of a backup. Throws {@link DamagedBackup} if it is not complete. */
export async function checkBackup(file: Readable): Promise<BackupHeader> {
  const lines = readBackup(file);
  const first = await lines.next();
  const header = requireHeader(first.done ? undefined : first.value);
  let next = await lines.next();
  while (!next.done) next = await lines.next();
  return header;
}
