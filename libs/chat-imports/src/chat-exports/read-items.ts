import { none } from 'stream-chain/defs.js';
import { streamArray } from 'stream-json/core/streamers/stream-array.js';
import { withParser } from 'stream-json/core/utils/with-parser.js';
import { ExportRefused } from '../export-refused';
import { isItem, type JsonItem } from './conversation';
import { describeText } from './foreign-formats';
import { openFile, decodeFile, type ExportBytes, type OpenedFile, type ReadingProgress } from './export-file';

/** An item of a file, or why something in it is none. */
export type ReadItem = {
  /** Counts the elements or lines of the file from 1. */
  readonly nth: number;
  /** Where it stands: `line 3`, `element 3`. */
  readonly place: string;
} & ({ readonly item: JsonItem } | { readonly problem: string });

/** A single JSON object, which has to be read as a whole, has at most this many bytes. Lists and lines may have any number. */
const MOST_OF_AN_OBJECT = 256 * 1024 * 1024;
/** A line, or an element of a list, has at most this many characters. */
const MOST_OF_AN_ITEM = 128 * 1024 * 1024;

/** The pieces of a text, then the sign of its end that the parser expects. */
async function* withEnd(text: AsyncIterable<string>): AsyncGenerator<string | typeof none> {
  yield* text;
  yield none;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A value of JSON as an item of a file. */
export const toReadItem = (nth: number, unit: 'line' | 'element', value: unknown): ReadItem => ({
  nth,
  place: `${unit} ${nth}`,
  ...(isItem(value) ? { item: value } : { problem: 'it is not a JSON object' }),
});

/** Reads the elements that end in a piece of a list. */
type ParsePiece = (piece: string | typeof none) => AsyncIterable<{ readonly value: unknown }>;

/** How much of a text has been read. */
interface TextPosition {
  chars: number;
  line: number;
}

function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Where and why a list stops being readable, by line and character of the file. */
const describeStop = ({ chars, line }: TextPosition, error: unknown): string =>
  `the JSON ends or breaks here, by line ${line}, character ${chars} of the file (${reasonOf(error)}); what stands before it was read`;

/** The elements of a JSON list. Where the list is cut or broken, what stands before is read. */
async function* elementsOf(text: AsyncIterable<string>): AsyncGenerator<ReadItem> {
  const parse = withParser(() => streamArray(), { packKeys: true, streamValues: false }) as unknown as ParsePiece;
  const position: TextPosition = { chars: 0, line: 1 };
  let nth = 0;
  let elementStart = 0;
  try {
    for await (const piece of withEnd(text)) {
      if (typeof piece === 'string') {
        position.chars += piece.length;
        position.line += countNewlines(piece);
      }
      for await (const { value } of parse(piece)) {
        elementStart = position.chars;
        yield toReadItem((nth += 1), 'element', value);
      }
      if (position.chars - elementStart > MOST_OF_AN_ITEM)
        throw new Error(`it has more than ${MOST_OF_AN_ITEM} characters`);
    }
  } catch (error) {
    yield { nth: nth + 1, place: `element ${nth + 1}`, problem: describeStop(position, error) };
  }
}

function parseLine(line: string, nth: number): ReadItem {
  try {
    return toReadItem(nth, 'line', JSON.parse(line));
  } catch (error) {
    return { nth, place: `line ${nth}`, problem: `it is not complete JSON (${reasonOf(error)})` };
  }
}

/** A line of a text; without its text where that is too long. */
interface TextLine {
  readonly chars: number;
  readonly text: string | undefined;
}

/** Puts the pieces of one line together, as long as they are not too many. */
class LineBuilder {
  private parts: string[] = [];
  private chars = 0;

  add(part: string): void {
    this.chars += part.length;
    if (this.chars > MOST_OF_AN_ITEM) this.parts = [];
    else this.parts.push(part);
  }

  /** The line; the next one begins. */
  take(): TextLine {
    const { chars, parts } = this;
    this.parts = [];
    this.chars = 0;
    return { chars, text: chars > MOST_OF_AN_ITEM ? undefined : parts.join('') };
  }
}

/** The lines of a text that comes in pieces. */
async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<TextLine> {
  const line = new LineBuilder();
  for await (const piece of text) {
    const [first = '', ...rest] = piece.split('\n');
    line.add(first);
    for (const next of rest) {
      yield line.take();
      line.add(next);
    }
  }
  yield line.take();
}

/** The objects of JSON lines; a line that is none is named, and those after it are read. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<ReadItem> {
  let nth = 0;
  for await (const { chars, text: line } of splitLines(text)) {
    nth += 1;
    if (line === undefined)
      yield { nth, place: `line ${nth}`, problem: `it has ${chars} characters; at most ${MOST_OF_AN_ITEM} are read` };
    else if (line.trim() !== '') yield parseLine(line, nth);
  }
}

/** The one object of a file, which may stand on several lines. */
async function* objectOf(file: OpenedFile, progress: ReadingProgress): AsyncGenerator<ReadItem> {
  const { path, size } = file.bytes;
  if (size > MOST_OF_AN_OBJECT)
    throw new ExportRefused(
      `${path} is one JSON object of ${size} bytes, and at most ${MOST_OF_AN_OBJECT} are read: export it as a list, or as one object on each line.`,
    );
  let text = '';
  for await (const piece of decodeFile(file, progress)) text += piece;
  yield parseLine(text, 1);
}

/** Is each line an object? A file of one line is read as such, too. */
function isLines(start: string): boolean {
  const end = start.indexOf('\n');
  return end === -1 || 'item' in parseLine(start.slice(0, end), 1);
}

function notJson(path: string, start: string): ExportRefused {
  const known = describeText(start);
  return new ExportRefused(
    known === undefined
      ? `${path} is not JSON: it begins with ${JSON.stringify(start.slice(0, 20))}.`
      : `${path} is not imported. It holds ${known}.`,
  );
}

/** The JSON objects of a file: the elements of a list, one object on each line, or a single object. Holds one of them in memory at a time. */
export async function* readItems(bytes: ExportBytes, progress: ReadingProgress): AsyncGenerator<ReadItem> {
  const file = await openFile(bytes);
  if (describeText(file.start) !== undefined) throw notJson(bytes.path, file.start);
  if (file.start.startsWith('[')) yield* elementsOf(decodeFile(file, progress));
  else if (!file.start.startsWith('{')) throw notJson(bytes.path, file.start);
  else if (isLines(file.start)) yield* linesOf(decodeFile(file, progress));
  else yield* objectOf(file, progress);
}
