import { BundleError, BundleReader, type TrailBundle } from '@crumbtrail/contracts';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { CliError } from '../cli-error';

const ABSENT = new Set(['ENOENT', 'EISDIR', 'EACCES', 'ENOTDIR']);

async function readLines(file: string): Promise<TrailBundle> {
  const reader = new BundleReader();
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) reader.take(line);
  return reader.done();
}

/** Reads an exported trail from a file. Throws CliError if the file cannot be read or was changed after the export. */
export async function readBundle(file: string): Promise<TrailBundle> {
  try {
    return await readLines(file);
  } catch (error) {
    if (error instanceof BundleError) throw new CliError(`${file}: ${error.message}`);
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (ABSENT.has(code)) throw new CliError(`Cannot read ${file}: ${message}`, 2);
    throw error;
  }
}
