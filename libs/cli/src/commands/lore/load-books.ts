import { asCrumbs, LoreBook, LoreEntry, type Envelope, type LoreBookV1, type LoreEntryV1 } from '@crumbtrail/contracts';
import { unknownName } from '../../require-names';
import type { Shell } from '../../shell';

/** The largest page of a list. */
const PAGE = 500;

/** A book and its entries, in the order in which they were written. */
export interface LoadedBook {
  readonly book: LoreBookV1;
  readonly entries: readonly LoreEntryV1[];
}

/** All crumbs of a schema that the key may read, oldest first. */
export async function loadAll(shell: Shell, schema: string): Promise<Envelope[]> {
  const found: Envelope[] = [];
  for await (const crumb of shell.client().all({ schema, order: 'asc', limit: PAGE })) found.push(crumb);
  return found;
}

/** All lorebooks of the workspace that the key may read, by name. */
export async function loadBooks(shell: Shell): Promise<LoadedBook[]> {
  const books = asCrumbs(LoreBook.name, await loadAll(shell, LoreBook.name));
  const entries = asCrumbs(LoreEntry.name, await loadAll(shell, LoreEntry.name)).map(({ context }) => context);
  const byBook = new Map(books.map(({ context: { name } }) => [name, [] as LoreEntryV1[]]));
  for (const entry of entries) byBook.get(entry.book)?.push(entry);
  return books
    .map(({ context: book }) => ({ book, entries: byBook.get(book.name) ?? [] }))
    .sort((a, b) => a.book.name.localeCompare(b.book.name, 'en'));
}

/** One book. Rejects with CliError, which names the nearest books, where there is none. */
export async function loadBook(shell: Shell, name: string): Promise<LoadedBook> {
  const books = await loadBooks(shell);
  const found = books.find(({ book }) => book.name === name);
  if (found) return found;
  throw unknownName(
    'book',
    name,
    books.map(({ book }) => book.name),
  );
}
