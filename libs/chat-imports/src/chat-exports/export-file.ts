import { ExportRefused } from '../export-refused';

/** How far a file has been read, and what was seen on the way. */
export interface ReadingProgress {
  /** Called with the number of bytes that have been read so far. */
  read(bytes: number): void;
  /** Called with the number of each line, from 1, whose bytes are not UTF-8 and are read as Windows-1252. */
  foreignLine?(line: number): void;
}

/** The bytes of a file, in Node.js or a browser. */
export interface ExportBytes {
  /** Its path or name, as messages call it. */
  readonly path: string;
  /** Its name without a folder: chats without ids are known by it. */
  readonly name: string;
  readonly size: number;
  /** All of them from the beginning; may be called again. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Those from a place up to another one. */
  slice(from: number, to: number): Promise<Uint8Array>;
}

/** A file whose first bytes have been looked at. */
export interface OpenedFile {
  readonly bytes: ExportBytes;
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

function encodingOf(bytes: Uint8Array): OpenedFile['encoding'] {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return 'utf-8';
  return ENCODINGS.find(([, isStart]) => isStart(first, second))?.[0] ?? 'utf-8';
}

/** One piece after another as a single one. */
function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** The bytes from a place up to another one, of a file that is read from its beginning. */
export async function sliceOf(chunks: AsyncIterable<Uint8Array>, from: number, to: number): Promise<Uint8Array> {
  let found: Uint8Array = new Uint8Array();
  let at = 0;
  for await (const chunk of chunks) {
    if (at + chunk.length > from) found = joinBytes(found, chunk.subarray(Math.max(0, from - at), to - at));
    at += chunk.length;
    if (at >= to) break;
  }
  return found;
}

/** How a ZIP archive begins: PK. */
export const isArchive = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b;

/** Looks at the beginning of a file. Throws ExportRefused where it is an archive in an archive. */
export async function openFile(bytes: ExportBytes): Promise<OpenedFile> {
  const first = await sliceOf(bytes.chunks(), 0, LOOKED_AT);
  const encoding = encodingOf(first);
  const start = new TextDecoder(encoding).decode(first).trimStart();
  if (isArchive(first))
    throw new ExportRefused(
      `${bytes.path} is a ZIP archive inside of another one: unpack it, and import what is in it.`,
    );
  return { bytes, encoding, start };
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes that are UTF-8; undefined for others. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** How many bytes a character of UTF-8 has, by its first; 1 for a byte that begins none. */
function charBytes(first: number): number {
  if (first >= 0xf0) return 4;
  if (first >= 0xe0) return 3;
  return first >= 0xc0 ? 2 : 1;
}

/** Where the last character begins, if the bytes end within it; else their number. */
function endOfWhole(bytes: Uint8Array): number {
  let at = bytes.length - 1;
  while (at > 0 && bytes.length - at <= MOST_CONTINUATIONS && isContinuation(bytes[at] as number)) at -= 1;
  return at >= 0 && at + charBytes(bytes[at] as number) > bytes.length ? at : bytes.length;
}

/** The characters of the bytes from 0x80 to 0x9f in Windows-1252; all others are those of Latin-1. The TextDecoder of some versions of Node.js reads them as Latin-1, too. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const windowsChar = (byte: number): string => WINDOWS_1252[byte - 0x80] ?? String.fromCharCode(byte);

/** The text of bytes of which some are not UTF-8: those are read as Windows-1252. */
export function decodeMixed(bytes: Uint8Array): string {
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const char = bytes.subarray(at, at + charBytes(bytes[at] as number));
    const valid = decodeUtf8(char);
    text += valid ?? windowsChar(bytes[at] as number);
    at += valid === undefined ? 1 : char.length;
  }
  return text;
}

/** The text of a whole file: UTF-8 or UTF-16, without its byte order mark. Bytes that are not UTF-8 are read as Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding !== 'utf-8') return new TextDecoder(encoding).decode(bytes);
  return (decodeUtf8(bytes) ?? decodeMixed(bytes)).replace(/^\ufeff/, '');
}

/** Decodes bytes that are mostly UTF-8, piece by piece, and names the lines that are not. */
class MixedDecoder {
  private rest = new Uint8Array();
  private line = 1;
  private named = 0;

  constructor(private readonly foreignLine: (line: number) => void) {}

  decode(chunk: Uint8Array, isLast: boolean): string {
    const bytes = this.rest.length === 0 ? chunk : joinBytes(this.rest, chunk);
    const end = isLast ? bytes.length : endOfWhole(bytes);
    const whole = bytes.subarray(0, end);
    this.rest = bytes.slice(end) as typeof this.rest;
    return this.decodeLines(whole);
  }

  private decodeLines(bytes: Uint8Array): string {
    const valid = decodeUtf8(bytes);
    const texts = valid === undefined ? [] : [valid];
    for (let from = 0; from <= bytes.length;) {
      const found = bytes.indexOf(NEWLINE, from);
      const end = found === -1 ? bytes.length : found + 1;
      if (valid === undefined) texts.push(this.decodeLine(bytes.subarray(from, end)));
      if (found === -1) break;
      this.line += 1;
      from = end;
    }
    return texts.join('');
  }

  private decodeLine(bytes: Uint8Array): string {
    const valid = decodeUtf8(bytes);
    if (valid !== undefined) return valid;
    if (this.named !== this.line) this.foreignLine((this.named = this.line));
    return decodeMixed(bytes);
  }
}

/** The text of a file in pieces, without its byte order mark. */
export async function* decodeFile({ bytes, encoding }: OpenedFile, progress: ReadingProgress): AsyncGenerator<string> {
  const wide = new TextDecoder(encoding);
  const mixed = new MixedDecoder((line) => progress.foreignLine?.(line));
  const decode = (chunk: Uint8Array, isLast: boolean): string =>
    encoding === 'utf-8' ? mixed.decode(chunk, isLast) : wide.decode(chunk, { stream: !isLast });
  let read = 0;
  for await (const chunk of bytes.chunks()) {
    const text = decode(chunk, false);
    yield read === 0 ? text.replace(/^\ufeff/, '') : text;
    progress.read((read += chunk.length));
  }
  yield decode(new Uint8Array(), true);
}
