import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Database } from '../database/database';
import { writeBackup } from './write-backup';

/** Writes a compressed backup of the database. `openTarget` is called once the database is read. */
export async function compressBackup(database: Database, openTarget: () => Writable): Promise<void> {
  await writeBackup(database, (lines) => pipeline(Readable.from(lines), createGzip(), openTarget()));
}
