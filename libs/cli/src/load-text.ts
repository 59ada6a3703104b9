import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { decodeText } from '@crumbtrail/platform/decode-text';
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
