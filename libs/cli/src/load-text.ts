import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { TextDecoder } from 'node:util';
import { decodeMixed, decodeText, decodeUtf8, encodingOf } from '@crumbtrail/platform/decode-text';
import { CliError } from './cli-error';

/** The bytes of a file; errors name the option that names the file, if one does. Throws CliError. */
export function readBytes(file: string, option?: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const reason = `annot read ${file}: ${(error as Error).message}`;
    throw new CliError(option === undefined ? `C${reason}` : `${option}: c${reason}`, 2);
  }
}

/** The text of a file that a person wrote: UTF-8 or UTF-16 with or without a byte order mark, else Windows-1252. Throws CliError. */
export const loadText = (file: string, option?: string): string => decodeText(readBytes(file, option));

/** The text that is piped in, read as {@link loadText} reads files. */
export const readPiped = async (input: NodeJS.ReadableStream): Promise<string> => decodeText(await buffer(input));

/** Splits pieces of text into lines, without their ends. */
async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split(/\r?\n/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** The pieces of a text that is piped in; those of UTF-8 and Windows-1252 end with a line, so that no character is cut. */
async function* decodePieces(input: NodeJS.ReadableStream): AsyncGenerator<string> {
  let wide: TextDecoder | undefined;
  let rest = Buffer.alloc(0);
  let isBegun = false;
  for await (const chunk of input) {
    rest = Buffer.concat([rest, Buffer.from(chunk)]);
    if (!isBegun && rest.length < 2) continue;
    if (!isBegun && encodingOf(rest) !== 'utf-8') wide = new TextDecoder(encodingOf(rest));
    isBegun = true;
    const end = wide ? rest.length : rest.lastIndexOf('\n') + 1;
    const whole = rest.subarray(0, end);
    rest = rest.subarray(end);
    yield wide ? wide.decode(whole, { stream: true }) : decodeNarrow(whole);
  }
  yield decodeNarrow(rest);
}

/** UTF-8; bytes that are not are Windows-1252. */
const decodeNarrow = (bytes: Buffer): string => decodeUtf8(bytes) ?? decodeMixed(bytes);

/** The lines of a text that is piped in, as they come, read as {@link loadText} reads files. */
export async function* readPipedLines(input: NodeJS.ReadableStream): AsyncGenerator<string> {
  let isFirst = true;
  for await (const line of splitLines(decodePieces(input))) {
    yield isFirst ? line.replace(/^\ufeff/, '') : line;
    isFirst = false;
  }
}
