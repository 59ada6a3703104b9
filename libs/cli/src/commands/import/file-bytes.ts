import { chooseExports, type ExportBytes } from '@crumbtrail/chat-imports';
import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CliError } from '../../cli-error';

const refuse =
  (path: string) =>
  (error: NodeJS.ErrnoException): never => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message;
    throw new CliError(`${path} cannot be read: ${reason}.`, 2);
  };

async function readSlice(path: string, from: number, to: number): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(to - from), position: from });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const fileBytes = (path: string, size: number): ExportBytes => ({
  path,
  name: basename(path),
  size,
  async *chunks() {
    try {
      yield* createReadStream(path);
    } catch (error) {
      refuse(path)(error as NodeJS.ErrnoException);
    }
  },
  slice: (from, to) => readSlice(path, from, to).catch(refuse(path)),
});

/** The files of a folder that hold conversations. */
async function exportsIn(folder: string): Promise<ExportBytes[]> {
  const found = await readdir(folder, { recursive: true }).catch(refuse(folder));
  const chosen = chooseExports(found.map((name) => name.replaceAll('\\', '/')));
  if (chosen.length === 0) throw new CliError(`${folder} holds no JSON file to import.`, 2);
  return (await Promise.all(chosen.map((name) => exportsAt(join(folder, name))))).flat();
}

/** The bytes of a file on this machine, or of those in a folder. Throws CliError where one cannot be read. */
export async function exportsAt(path: string): Promise<ExportBytes[]> {
  const found = await stat(path).catch(refuse(path));
  return found.isDirectory() ? exportsIn(path) : [fileBytes(path, found.size)];
}
