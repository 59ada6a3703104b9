import { BundleError, BundleReader, type TrailBundle } from '@crumbtrail/contracts';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { CliError } from '../cli-error';

/** Readable and writable by the owner only, because a trail contains what people wrote. */
const OWNER_ONLY = 0o600;

/** The lines of a stream, without line breaks. */
export async function* readStreamLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Passes on the lines of an exported trail and verifies their checksums. Throws CliError if the export is incomplete. */
export async function forwardVerifiedLines(
  stream: ReadableStream<Uint8Array>,
  take: (line: string) => Promise<void>,
): Promise<TrailBundle> {
  const reader = new BundleReader();
  try {
    for await (const line of readStreamLines(stream)) {
      reader.take(line);
      await take(line);
    }
    return reader.done();
  } catch (error) {
    if (error instanceof BundleError) throw new CliError(`The export is incomplete. ${error.message}`);
    if (error instanceof TypeError) throw new CliError('The export was interrupted: the connection was lost.');
    throw error;
  }
}

async function writeAndClose(
  into: FileHandle,
  stream: ReadableStream<Uint8Array>,
  onProgress: (parts: number) => void,
): Promise<TrailBundle> {
  let parts = 0;
  try {
    return await forwardVerifiedLines(stream, async (line) => {
      await into.write(`${line}\n`);
      onProgress((parts += 1));
    });
  } finally {
    await into.close();
  }
}

/** Saves an exported trail to a file: either completely or not at all. */
export async function saveBundle(
  file: string,
  stream: ReadableStream<Uint8Array>,
  onProgress: (parts: number) => void,
): Promise<TrailBundle> {
  const partial = `${file}.part`;
  try {
    const into = await open(partial, 'w', OWNER_ONLY);
    const bundle = await writeAndClose(into, stream, onProgress);
    await rename(partial, file);
    return bundle;
  } catch (error) {
    await rm(partial, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new CliError(`Cannot write ${file}: ${message}`);
  }
}

/** Throws CliError if the file exists and `force` is not set. */
export function refuseOverwrite(file: string, { force }: { readonly force?: true }): void {
  if (existsSync(file) && !force) throw new CliError(`${file} already exists; use --force to overwrite it.`);
}
