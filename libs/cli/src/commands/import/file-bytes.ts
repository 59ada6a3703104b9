import type { ExportBytes } from '@crumbtrail/chat-imports';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { CliError } from '../../cli-error';

/** The bytes of a file on this machine. Throws CliError where it cannot be read. */
export async function fileBytes(path: string): Promise<ExportBytes> {
  const refuse = (error: NodeJS.ErrnoException): never => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message;
    throw new CliError(`${path} cannot be read: ${reason}.`, 2);
  };
  const { size } = await stat(path).catch(refuse);
  return {
    path,
    name: basename(path),
    size,
    async *chunks() {
      try {
        yield* createReadStream(path);
      } catch (error) {
        refuse(error as NodeJS.ErrnoException);
      }
    },
  };
}
