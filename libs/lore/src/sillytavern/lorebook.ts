import { findUnsafe, isObject, type LoreBookV1, type LoreEntryV1 } from '@crumbtrail/contracts';
import { checkLoreEntry } from '../entries/check-entry';
import { MAX_ENTRIES } from '../limits';
import { CARD_BOOK_FIELDS, gatherMatchFields, MAX_KEY, spreadMatchFields, WORLD_INFO_FIELDS } from './entry-fields';
import {
  flagOr,
  flatten,
  keepRest,
  plainField,
  readFields,
  restoreFields,
  textOr,
  unflatten,
  unreadable,
  wholeOr,
} from './field-map';
import type { FieldMap, Fields, Kept } from './field-map';
import { translateLorebook, type LorebookFormat } from './other-programs';

/** Longest file that is read, in characters. */
export const MAX_FILE_CHARS = 32 * 1024 * 1024;
const MAX_CONTENT = 65_536;

/** Thrown for a file that cannot be imported; nothing of it is. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}

/** What a lorebook became. */
export interface ImportedLorebook {
  readonly book: LoreBookV1;
  readonly entries: readonly LoreEntryV1[];
  /** Fields that could not be read. They are kept for exports and have no effect. */
  readonly warnings: readonly string[];
}

const BOOK_FIELDS: readonly FieldMap[] = [
  plainField('name', 'title', textOr('', 200)),
  plainField('description', 'description', textOr('', 16_384)),
  plainField('scan_depth', 'scan_depth', wholeOr(null, 0, 1_000)),
  plainField('recursive_scanning', 'recursion', flagOr(null)),
  plainField('token_budget', 'token_budget', wholeOr(null, 1, 1_000_000)),
];
const ENTRY_FIELDS = { world_info: WORLD_INFO_FIELDS, character_book: CARD_BOOK_FIELDS };

/** Parses the JSON of a file. Throws {@link ImportRefused} where it is too long, is not JSON, or cannot be stored unchanged. */
export function parseFile(text: string): unknown {
  if (text.length > MAX_FILE_CHARS)
    throw new ImportRefused(`The file has ${text.length} characters; the most is ${MAX_FILE_CHARS}`);
  const value = parseJson(text);
  const unsafe = findUnsafe(value);
  if (unsafe) throw new ImportRefused(`The file cannot be kept as it is: ${unsafe.path} ${unsafe.message}`);
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new ImportRefused(`The file is not valid JSON: ${(error as Error).message}`);
  }
}

/** Reads a lorebook in either format. `name` is the name of the book here. Throws {@link ImportRefused}. */
export function importLorebook(text: string, name: string): ImportedLorebook {
  return readLorebook(parseFile(text), name);
}

/** The book itself: a file of the kind `lorebook_v3` has it in `data`. */
const bookIn = (file: unknown): unknown =>
  isObject(file) && file['spec'] === 'lorebook_v3' && isObject(file['data']) ? file['data'] : file;

/** Reads a parsed lorebook. */
export function readLorebook(whole: unknown, name: string): ImportedLorebook {
  const file = bookIn(whole);
  if (!isObject(file) || !(isObject(file['entries']) || Array.isArray(file['entries']))) {
    throw new ImportRefused('The file is not a lorebook: it has no `entries`');
  }
  const { format, file: ours, warnings } = translateLorebook(file);
  const { entries: raw, ...rest } = ours;
  const listed = Object.entries(raw as Fields);
  if (listed.length > MAX_ENTRIES)
    throw new ImportRefused(`The file has ${listed.length} entries; the most is ${MAX_ENTRIES}`);
  if (listed.length > 0 && listed.every(([, entry]) => isObject(entry) && !('content' in entry)))
    throw new ImportRefused('The file is not a lorebook that can be read: none of its entries has a `content`');
  const { title, description, ...settings } = readFields(BOOK_FIELDS, rest);
  const kept = keepRest(BOOK_FIELDS, rest, readFields(BOOK_FIELDS, rest));
  const named = { name, ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
  const imported = { format, ...kept };
  const book = { ...named, ...(Object.keys(settings).length > 0 && { settings }), imported } as LoreBookV1;
  const ids = new Set<string>();
  const read = listed.map(([key, entry]) => readEntry({ key, entry, format, book: name, ids }));
  return {
    book,
    entries: read.map((one) => one.entry),
    warnings: [...warnings, ...read.flatMap((one) => one.warnings)],
  };
}

interface RawEntry {
  readonly key: string;
  readonly entry: unknown;
  readonly format: LorebookFormat;
  readonly book: string;
  readonly ids: Set<string>;
}

function readEntry({ key, entry: raw, format, book, ids }: RawEntry): { entry: LoreEntryV1; warnings: string[] } {
  if (!isObject(raw)) throw new ImportRefused(`Entry ${key} is not an object`);
  const content = raw['content'];
  if (typeof content === 'string' && content.length > MAX_CONTENT) {
    throw new ImportRefused(`The content of entry ${key} has ${content.length} characters; the most is ${MAX_CONTENT}`);
  }
  const maps = ENTRY_FIELDS[format];
  const flat = flatten(raw);
  const fields = readFields(maps, flat);
  const id = freshId(raw['uid'] ?? raw['id'] ?? key, ids);
  const imported = { key, ...keepRest(maps, flat, fields) };
  const { disabled, ...ours } = gatherMatchFields(fields);
  const enabled = disabled === undefined ? {} : { enabled: disabled === 'enabled' };
  const entry = { book, id, content: '', ...ours, ...enabled, imported } as LoreEntryV1;
  const problem = (path: string): string =>
    `entry ${id}: ${path} is not of the type that it should have, or too long (a key has at most ${MAX_KEY} characters); it is kept for exports and has no effect`;
  const refused = checkLoreEntry(entry)[0];
  if (!refused) return { entry, warnings: unreadable(maps, flat).map(problem) };
  const why = `entry ${id}: ${refused.path} ${refused.message}; the entry is switched off and kept for exports`;
  return { entry: switchedOff(entry, flat), warnings: [why] };
}

/** An entry that cannot be stored as it is. An export gives it back, unless it has a text by then. */
const switchedOff = ({ book, id, imported }: LoreEntryV1, flat: Fields): LoreEntryV1 => ({
  book,
  id,
  content: '',
  enabled: false,
  imported: { key: imported?.['key'], fields: flat, absent: [], is_unsupported: true },
});

/** An id by the number or name in the file that no entry before has. */
function freshId(written: unknown, ids: Set<string>): string {
  const text = typeof written === 'number' || typeof written === 'string' ? String(written).toLowerCase() : '';
  const base =
    text
      .replaceAll(/[^a-z0-9._-]+/g, '-')
      .replace(/^[^a-z0-9]+/, '')
      .slice(0, 48) || 'entry';
  let id = base;
  for (let count = 2; ids.has(id); count += 1) id = `${base}.${count}`;
  ids.add(id);
  return id;
}

function keptOf(imported: Fields | undefined): Kept {
  const { fields, absent } = imported ?? {};
  return { fields: isObject(fields) ? fields : {}, absent: Array.isArray(absent) ? absent.map(String) : [] };
}

/** Writes a lorebook: field by field as it was imported, except for what has been changed since. Default format: that of the import. */
export function exportLorebook(
  { book, entries }: Pick<ImportedLorebook, 'book' | 'entries'>,
  format: LorebookFormat = book.imported?.['format'] === 'character_book' ? 'character_book' : 'world_info',
): Record<string, unknown> {
  const { title, description, settings } = book;
  const named = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...settings,
  };
  const isSame = book.imported?.['format'] === format;
  const outer = restoreFields(BOOK_FIELDS, named, isSame ? keptOf(book.imported) : { fields: {}, absent: [] });
  const written = entries.map(
    (entry, index) =>
      [
        keyFor(entry, index, isSame),
        (isSame && restoreUnsupported(entry)) || writeEntry(entry, format, index, isSame),
      ] as const,
  );
  return {
    ...outer,
    entries: format === 'character_book' ? written.map(([, entry]) => entry) : Object.fromEntries(written),
  };
}

const keyFor = ({ imported }: LoreEntryV1, index: number, isSame: boolean): string =>
  isSame && typeof imported?.['key'] === 'string' ? imported['key'] : String(index);

/** The entry of the file where it could not be stored; null where it has a text by now. */
const restoreUnsupported = ({ imported, content }: LoreEntryV1): Record<string, unknown> | null =>
  imported?.['is_unsupported'] === true && content === '' ? unflatten(keptOf(imported).fields) : null;

function writeEntry(
  entry: LoreEntryV1,
  format: LorebookFormat,
  index: number,
  isSame: boolean,
): Record<string, unknown> {
  const { book: _book, id: _id, imported, enabled, count: _count, ...rest } = entry;
  const disabled = enabled === undefined ? {} : { disabled: enabled ? 'enabled' : 'disabled' };
  const { content, ...others } = spreadMatchFields({ ...rest, ...disabled });
  const ours = content === '' ? others : { ...others, content };
  if (isSame && imported) return unflatten(restoreFields(ENTRY_FIELDS[format], ours, keptOf(imported)));
  const numbered = { [format === 'world_info' ? 'uid' : 'id']: index };
  return { ...numbered, ...unflatten(restoreFields(ENTRY_FIELDS[format], ours, { fields: {}, absent: [] })) };
}
