import { open, type FileHandle } from 'node:fs/promises';
import { none } from 'stream-chain/defs.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { CliError } from '../cli-error';
import { isItem, type JsonItem } from './conversation';

/** An item of a file, or why something in it is none. */
export type ReadItem =
  { readonly nth: number; readonly item: JsonItem } | { readonly nth: number; readonly problem: string };

/** How far a file has been read. */
export interface ReadingProgress {
  /** Bytes of the file. */
  read(bytes: number): void;
}

/** A file whose first bytes have been looked at. */
interface OpenedFile {
  readonly handle: FileHandle;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  /** The beginning of the text. */
  readonly start: string;
}

/** Enough to see how a file is written: its first line may be a whole conversation. */
const LOOKED_AT = 64 * 1024;
/** A single JSON object, which has to be read as a whole, has at most this many bytes. Lists and lines may have any number. */
const MOST_OF_AN_OBJECT = 256 * 1024 * 1024;
/** A line has at most this many characters. */
const MOST_OF_A_LINE = 128 * 1024 * 1024;

function encodingOf(bytes: Buffer): OpenedFile['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

async function openFile(path: string): Promise<OpenedFile> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`${path} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}.`);
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

/** The text of a file in pieces. What is not valid in its encoding becomes U+FFFD. */
async function* textOf({ handle, encoding }: OpenedFile, { read }: ReadingProgress): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let bytes = 0;
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>) {
    read((bytes += chunk.length));
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

/** The pieces of a text, then the sign of its end that the parser expects. */
async function* withEnd(text: AsyncIterable<string>): AsyncGenerator<string | typeof none> {
  yield* text;
  yield none;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A value of JSON as an item of a file. */
export const toReadItem = (nth: number, value: unknown): ReadItem =>
  isItem(value) ? { nth, item: value } : { nth, problem: 'it is no JSON object' };

/** Reads the elements that end in a piece of a list. */
type ParsePiece = (piece: string | typeof none) => AsyncIterable<{ readonly value: unknown }>;

/** The elements of a JSON list. Where the list is cut or broken, what stands before is read. */
async function* elementsOf(text: AsyncIterable<string>): AsyncGenerator<ReadItem> {
  const parse = streamArray.withParser({ streamValues: false }) as unknown as ParsePiece;
  let nth = 0;
  try {
    for await (const piece of withEnd(text))
      for await (const { value } of parse(piece)) yield toReadItem((nth += 1), value);
  } catch (error) {
    yield {
      nth: nth + 1,
      problem: `the JSON ends or breaks here (${reasonOf(error)}); what stands before it was read`,
    };
  }
}

function parseLine(line: string, nth: number): ReadItem {
  if (line.length > MOST_OF_A_LINE)
    return { nth, problem: `it has ${line.length} characters; ${MOST_OF_A_LINE} are read` };
  try {
    return toReadItem(nth, JSON.parse(line));
  } catch (error) {
    return { nth, problem: `it is no whole JSON (${reasonOf(error)})` };
  }
}

/** The lines of a text that comes in pieces. */
async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let parts: string[] = [];
  for await (const piece of text) {
    const [first = '', ...rest] = piece.split('\n');
    parts.push(first);
    for (const next of rest) {
      yield parts.join('');
      parts = [next];
    }
  }
  yield parts.join('');
}

/** The objects of JSON lines; a line that is none is named, and those after it are read. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<ReadItem> {
  let nth = 0;
  for await (const line of splitLines(text)) {
    nth += 1;
    if (line.trim() !== '') yield parseLine(line, nth);
  }
}

/** The one object of a file, which may stand on several lines. */
async function* objectOf(file: OpenedFile, path: string, progress: ReadingProgress): AsyncGenerator<ReadItem> {
  const { size } = await file.handle.stat();
  if (size > MOST_OF_AN_OBJECT)
    throw new CliError(
      `${path} is one JSON object of ${size} bytes, and at most ${MOST_OF_AN_OBJECT} are read: export it as a list, or as one object on each line.`,
    );
  let text = '';
  for await (const piece of textOf(file, progress)) text += piece;
  yield parseLine(text, 1);
}

/** Is each line an object? A file of one line is read as such, too. */
function isLines(start: string): boolean {
  const end = start.indexOf('\n');
  return end === -1 || 'item' in parseLine(start.slice(0, end), 1);
}

/** The JSON objects of a file: the elements of a list, one object on each line, or a single object. Holds one of them in memory at a time. */
export async function* readItems(path: string, progress: ReadingProgress): AsyncGenerator<ReadItem> {
  const file = await openFile(path);
  try {
    if (file.start.startsWith('[')) yield* elementsOf(textOf(file, progress));
    else if (!file.start.startsWith('{'))
      throw new CliError(`${path} is no JSON: it begins with ${JSON.stringify(file.start.slice(0, 20))}.`);
    else if (isLines(file.start)) yield* linesOf(textOf(file, progress));
    else yield* objectOf(file, path, progress);
  } finally {
    await file.handle.close();
  }
}
