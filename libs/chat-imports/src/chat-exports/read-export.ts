import { ExportRefused } from '../export-refused';
import { describeForeign } from './foreign-formats';
import { FORMATS, recogniseFormat } from './formats';
import { isItem, listIn, type ConversationPart, type ExportFormat, type JsonItem } from './conversation';
import type { ExportBytes, ReadingProgress } from './export-file';
import { joinSessions } from './join-sessions';
import { readItems, toReadItem, type ReadItem } from './read-items';
import { withoutThoughts } from './written-thoughts';

/** A part of a conversation, or why a line or element of the file is none, with its place: `line 3`. */
export type ReadPart = Pick<ReadItem, 'nth' | 'place'> &
  ({ readonly part: ConversationPart } | { readonly problem: string });

/** A file to read. */
export interface ExportFile {
  readonly bytes: ExportBytes;
  /** The name of its format; absent: that of its first item. */
  readonly format?: string;
}

/** The format of a file, by its first item. */
interface ChosenFormat {
  readonly name: string;
  readonly format: ExportFormat;
  readonly first: JsonItem;
}

/** The names of the first fields of an object. */
const fieldsOf = (item: JsonItem): string => Object.keys(item).slice(0, 8).join(', ') || '(none)';

/** What is said of a file whose format is not known: what it holds, or what it is known to be instead. */
function describeUnknown(path: string, item: JsonItem): string {
  const foreign = describeForeign(item);
  if (foreign !== undefined) return `${path} is not imported. It holds ${foreign}.`;
  const message = listIn(item['messages']).find(isItem);
  const inside = message ? `, and its first message the fields ${fieldsOf(message)}` : '';
  return `${path} is not recognised: its first object has the fields ${fieldsOf(item)}${inside}. Name its format (${Object.keys(FORMATS).join(', ')}).`;
}

function chooseFormat(item: JsonItem, { bytes, format }: ExportFile): ChosenFormat {
  const isForeign = format === undefined && describeForeign(item) !== undefined;
  const name = format ?? (isForeign ? undefined : recogniseFormat(item));
  if (name === undefined) throw new ExportRefused(describeUnknown(bytes.path, item));
  const chosen = FORMATS[name];
  if (!chosen) throw new ExportRefused(`There is no format ${name}; known are ${Object.keys(FORMATS).join(', ')}.`);
  return { name, format: chosen, first: item };
}

/** Keys under which a single object lists what it holds. */
const LISTS = ['runs', 'data', 'traces', 'conversations'];

/** The items of a file; those that an object lists instead of the object. */
async function* listedItems(bytes: ExportBytes, progress: ReadingProgress): AsyncGenerator<ReadItem> {
  for await (const read of joinSessions(readItems(bytes, progress))) {
    const list = 'item' in read ? LISTS.map((key) => read.item[key]).find(Array.isArray) : undefined;
    if (list === undefined || ('item' in read && recogniseFormat(read.item) !== undefined)) yield read;
    else yield* (list as unknown[]).map((value, at) => toReadItem(at + 1, 'element', value));
  }
}

/** Reads an export part by part, with the name of its format. A broken item is a problem, and those after it are read. */
export async function* readExport(
  file: ExportFile,
  progress: ReadingProgress,
): AsyncGenerator<ReadPart & { readonly format: string }> {
  const name = file.bytes.name.replace(/\.[^.]+$/, '');
  let chosen: ChosenFormat | undefined;
  for await (const read of listedItems(file.bytes, progress)) {
    const { nth, place } = read;
    if ('problem' in read) {
      yield { nth, place, problem: read.problem, format: chosen?.name ?? file.format ?? 'unknown' };
      continue;
    }
    chosen ??= chooseFormat(read.item, file);
    const format = chosen.name;
    try {
      const part = chosen.format.read(read.item, { file: name, nth, first: chosen.first });
      if (part) yield { nth, place, part: withoutThoughts(part), format };
    } catch (error) {
      yield { nth, place, problem: error instanceof Error ? error.message : String(error), format };
    }
  }
}
