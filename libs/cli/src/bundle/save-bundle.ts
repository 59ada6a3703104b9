import { BundleError, BundleReader, type TrailBundle } from '@crumbtrail/contracts';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { CliError } from '../cli-error';

/** For whoever runs the command and nobody else: a trail holds what people said. */
const OWNER_ONLY = 0o600;

/** The lines of a stream, each without its break. */
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

/** Hands on the lines of an exported trail, and believes it only when it is whole. */
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

async function writeAll(
  into: FileHandle,
  stream: ReadableStream<Uint8Array>,
  took: (parts: number) => void,
): Promise<TrailBundle> {
  let parts = 0;
  return forwardVerifiedLines(stream, async (line) => {
    await into.write(`${line}\n`);
    took((parts += 1));
  });
}

/** Keeps an exported trail in a file: there is either all of it or no file. */
export async function saveBundle(
  file: string,
  stream: ReadableStream<Uint8Array>,
  took: (parts: number) => void,
): Promise<TrailBundle> {
  const making = `${file}.part`;
  try {
    const into = await open(making, 'w', OWNER_ONLY);
    const bundle = await writeAll(into, stream, took).finally(() => into.close());
    await rename(making, file);
    return bundle;
  } catch (error) {
    await rm(making, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new CliError(`Cannot write ${file}: ${message}`);
  }
}

/** Refuses to write over something. */
export function refuseOverwrite(file: string, { force }: { readonly force?: true }): void {
  if (existsSync(file) && !force) throw new CliError(`${file} already exists; use --force to overwrite it.`);
}
