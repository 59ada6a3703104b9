import { basename } from 'node:path';
import { CliError } from '../cli-error';
import { FORMATS, recogniseFormat } from './formats';
import type { ConversationPart, ExportFormat, JsonItem } from './conversation';
import type { ReadingProgress } from './export-file';
import { readItems, toReadItem, type ReadItem } from './read-items';

/** A part of a conversation, or why a line or element of the file is none, with its place: `line 3`. */
export type ReadPart = Pick<ReadItem, 'nth' | 'place'> &
  ({ readonly part: ConversationPart } | { readonly problem: string });

/** A file to read. */
export interface ExportFile {
  readonly path: string;
  /** The name of its format; absent: that of its first item. */
  readonly format?: string;
}

/** The format of a file, by its first item. */
interface ChosenFormat {
  readonly name: string;
  readonly format: ExportFormat;
  readonly first: JsonItem;
}

function chooseFormat(item: JsonItem, { path, format }: ExportFile): ChosenFormat {
  const name = format ?? recogniseFormat(item);
  const known = Object.keys(FORMATS).join(', ');
  if (name === undefined)
    throw new CliError(
      `${path} is not recognised: its first object has the fields ${Object.keys(item).slice(0, 8).join(', ') || '(none)'}. Name its format with --format (${known}).`,
    );
  const chosen = FORMATS[name];
  if (!chosen) throw new CliError(`There is no format ${name}; known are ${known}.`);
  return { name, format: chosen, first: item };
}

/** Keys under which a single object lists what it holds. */
const LISTS = ['runs', 'data', 'traces', 'conversations'];

/** The items of a file; those that an object lists instead of the object. */
async function* listedItems(path: string, progress: ReadingProgress): AsyncGenerator<ReadItem> {
  for await (const read of readItems(path, progress)) {
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
  const name = basename(file.path).replace(/\.[^.]+$/, '');
  let chosen: ChosenFormat | undefined;
  for await (const read of listedItems(file.path, progress)) {
    const { nth, place } = read;
    if ('problem' in read) {
      yield { nth, place, problem: read.problem, format: chosen?.name ?? file.format ?? 'unknown' };
      continue;
    }
    chosen ??= chooseFormat(read.item, file);
    const format = chosen.name;
    try {
      const part = chosen.format.read(read.item, { file: name, nth, first: chosen.first });
      if (part) yield { nth, place, part, format };
    } catch (error) {
      yield { nth, place, problem: error instanceof Error ? error.message : String(error), format };
    }
  }
}
