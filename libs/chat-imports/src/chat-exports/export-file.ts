import { charBytes, decodeMixed, decodeUtf8, encodingOf, type TextEncoding } from '@crumbtrail/platform/decode-text';
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
  readonly encoding: TextEncoding;
  /** The beginning of the text. */
  readonly start: string;
}

/** Bytes at the beginning that tell format and encoding. They need not hold the whole first line. */
const LOOKED_AT = 64 * 1024;
const NEWLINE = 0x0a;
/** A character of UTF-8 has at most this many bytes after its first. */
const MOST_CONTINUATIONS = 3;

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

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** Where the last character begins, if the bytes end within it; else their number. */
function endOfWhole(bytes: Uint8Array): number {
  let at = bytes.length - 1;
  while (at > 0 && bytes.length - at <= MOST_CONTINUATIONS && isContinuation(bytes[at] as number)) at -= 1;
  return at >= 0 && at + charBytes(bytes[at] as number) > bytes.length ? at : bytes.length;
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
