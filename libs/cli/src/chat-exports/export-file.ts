import { isUtf8 } from 'node:buffer';
import { open, type FileHandle } from 'node:fs/promises';
import { CliError } from '../cli-error';

/** How far a file has been read, and what was seen on the way. */
export interface ReadingProgress {
  /** Called with the number of bytes that have been read so far. */
  read(bytes: number): void;
  /** Called with the number of each line, from 1, whose bytes are not UTF-8 and are read as Windows-1252. */
  foreignLine?(line: number): void;
}

/** A file whose first bytes have been looked at. */
export interface OpenedFile {
  readonly handle: FileHandle;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  /** The beginning of the text. */
  readonly start: string;
}

/** Bytes at the beginning that tell format and encoding. They need not hold the whole first line. */
const LOOKED_AT = 64 * 1024;
const NEWLINE = 0x0a;
/** A character of UTF-8 has at most this many bytes after its first. */
const MOST_CONTINUATIONS = 3;

/** How the first two bytes tell an encoding: by a byte order mark, or by the zero byte of a two-byte character. */
const ENCODINGS: readonly (readonly [
  encoding: OpenedFile['encoding'],
  isStart: (first: number, second: number) => boolean,
])[] = [
  ['utf-16le', (first, second) => (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)],
  ['utf-16be', (first, second) => (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)],
];

function encodingOf(bytes: Buffer): OpenedFile['encoding'] {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return 'utf-8';
  return ENCODINGS.find(([, isStart]) => isStart(first, second))?.[0] ?? 'utf-8';
}

/** Opens a file. Throws CliError where it cannot be read, or is an archive. */
export async function openFile(path: string): Promise<OpenedFile> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(
      `${path} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}.`,
      2,
    );
  });
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(LOOKED_AT), position: 0 });
  const bytes = buffer.subarray(0, bytesRead);
  const encoding = encodingOf(bytes);
  const start = new TextDecoder(encoding).decode(bytes).trimStart();
  if (bytes.subarray(0, 2).toString('latin1') === 'PK' && !start.startsWith('{') && !start.startsWith('[')) {
    await handle.close();
    throw new CliError(
      `${path} is a ZIP archive: unpack it, and import the JSON file in it, such as conversations.json.`,
    );
  }
  return { handle, encoding, start };
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** How many bytes a character of UTF-8 has, by its first; 1 for a byte that begins none. */
function charBytes(first: number): number {
  if (first >= 0xf0) return 4;
  if (first >= 0xe0) return 3;
  return first >= 0xc0 ? 2 : 1;
}

/** Where the last character begins, if the bytes end within it; else their number. */
function endOfWhole(bytes: Buffer): number {
  let at = bytes.length - 1;
  while (at > 0 && bytes.length - at <= MOST_CONTINUATIONS && isContinuation(bytes[at] as number)) at -= 1;
  return at >= 0 && at + charBytes(bytes[at] as number) > bytes.length ? at : bytes.length;
}

/** The characters of the bytes from 0x80 to 0x9f in Windows-1252; all others are those of Latin-1. The TextDecoder of some versions of Node.js reads them as Latin-1, too. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const windowsChar = (byte: number): string => WINDOWS_1252[byte - 0x80] ?? String.fromCharCode(byte);

/** The text of bytes of which some are not UTF-8: those are read as Windows-1252. */
export function decodeMixed(bytes: Buffer): string {
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const char = bytes.subarray(at, at + charBytes(bytes[at] as number));
    const valid = isUtf8(char);
    text += valid ? char.toString('utf8') : windowsChar(bytes[at] as number);
    at += valid ? char.length : 1;
  }
  return text;
}

/** The text of a whole file: UTF-8 or UTF-16, without its byte order mark. Bytes that are not UTF-8 are read as Windows-1252. */
export function decodeText(bytes: Buffer): string {
  const encoding = encodingOf(bytes);
  return encoding !== 'utf-8' || isUtf8(bytes) ? new TextDecoder(encoding).decode(bytes) : decodeMixed(bytes);
}

/** Decodes bytes that are mostly UTF-8, piece by piece, and names the lines that are not. */
class MixedDecoder {
  private rest = Buffer.alloc(0);
  private line = 1;
  private named = 0;

  constructor(private readonly foreignLine: (line: number) => void) {}

  decode(chunk: Buffer, isLast: boolean): string {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const end = isLast ? bytes.length : endOfWhole(bytes);
    const whole = bytes.subarray(0, end);
    this.rest = Buffer.from(bytes.subarray(end));
    return this.decodeLines(whole);
  }

  private decodeLines(bytes: Buffer): string {
    const valid = isUtf8(bytes);
    const texts = valid ? [bytes.toString('utf8')] : [];
    for (let from = 0; from <= bytes.length;) {
      const found = bytes.indexOf(NEWLINE, from);
      const end = found === -1 ? bytes.length : found + 1;
      if (!valid) texts.push(this.decodeLine(bytes.subarray(from, end)));
      if (found === -1) break;
      this.line += 1;
      from = end;
    }
    return texts.join('');
  }

  private decodeLine(bytes: Buffer): string {
    if (isUtf8(bytes)) return bytes.toString('utf8');
    if (this.named !== this.line) this.foreignLine((this.named = this.line));
    return decodeMixed(bytes);
  }
}

/** The text of a file in pieces, without its byte order mark. */
export async function* decodeFile({ handle, encoding }: OpenedFile, progress: ReadingProgress): AsyncGenerator<string> {
  const wide = new TextDecoder(encoding);
  const mixed = new MixedDecoder((line) => progress.foreignLine?.(line));
  const decode = (chunk: Buffer, isLast: boolean): string =>
    encoding === 'utf-8' ? mixed.decode(chunk, isLast) : wide.decode(chunk, { stream: !isLast });
  let bytes = 0;
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>) {
    const text = decode(chunk, false);
    yield bytes === 0 ? text.replace(/^\ufeff/, '') : text;
    progress.read((bytes += chunk.length));
  }
  yield decode(Buffer.alloc(0), true);
}
