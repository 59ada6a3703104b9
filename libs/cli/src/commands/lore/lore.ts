import { exportLorebook } from '@crumbtrail/lore';
import type { LoreEntryV1 } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { writeFileSync } from 'node:fs';
import { declareListed } from '../../listed-commands';
import { refuseOverwrite } from '../../bundle/save-bundle';
import { table } from '../../output/table';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { truncateText } from '../../terminal';
import { addExportCard } from './export-card';
import { addImport } from './import';
import { loadBook, loadBooks, type LoadedBook } from './load-books';
import { addTest } from './test-book';
import { nameColumn } from '../../output/listing';

/** Characters of a content in a table. */
const CONTENT_WIDTH = 80;

const bookRow = ({ book, entries }: LoadedBook): string[] => [
  book.name,
  String(entries.length),
  book.enabled === false ? 'disabled' : '',
  book.title ?? '',
];

async function list(shell: Shell): Promise<void> {
  const books = await loadBooks(shell);
  const listed = books.map(({ book: { imported: _imported, ...book }, entries }) => ({
    ...book,
    entries: entries.length,
  }));
  shell.printListing(
    { books: listed },
    {
      columns: [nameColumn('book'), 'entries', 'state', 'title'],
      rows: books.map(bookRow),
      empty: 'No lorebooks. Import one: crumb lore import <file>',
    },
  );
}

/** What activates an entry, in a few words. */
function triggerOf({ constant, keys = [], secondary_keys: secondary = [], logic = 'and_any' }: LoreEntryV1): string {
  const mentioned = keys.join(', ');
  const keyed = secondary.length > 0 ? `${mentioned}; ${logic.replace('_', ' ')}: ${secondary.join(', ')}` : mentioned;
  return constant === true ? 'constant' : keyed;
}

function placeOf({ position = 'before', depth = 4, role = 'system', outlet = '' }: LoreEntryV1): string {
  if (position === 'outlet') return `outlet ${outlet}`;
  return position === 'at_depth' ? `at depth ${depth} as ${role}` : position.replace('_', ' ');
}

const entryRow = (entry: LoreEntryV1): string[] => [
  entry.id,
  entry.comment ?? '',
  entry.enabled === false ? 'disabled' : '',
  triggerOf(entry),
  placeOf(entry),
  entry.order === undefined ? '' : String(entry.order),
  truncateText(entry.content, CONTENT_WIDTH),
];

async function show(shell: Shell, name: string): Promise<void> {
  const loaded = await loadBook(shell, name);
  const { book, entries } = loaded;
  const headings = [
    'entry',
    'label',
    'state',
    'activated by',
    { heading: 'position', optional: true },
    { heading: 'order', optional: true },
    'content',
  ];
  shell.print(loaded, () => [
    [book.name, ...(book.title ? [book.title] : []), ...(book.enabled === false ? ['disabled'] : [])].join(' · '),
    ...(book.settings ? [`settings ${JSON.stringify(book.settings)}`] : []),
    '',
    ...table(headings, entries.map(entryRow), 'The book has no entries.'),
  ]);
}

interface ExportOptions {
  readonly out?: string;
  readonly force?: true;
}

async function exportBook(shell: Shell, name: string, { out, force }: ExportOptions): Promise<void> {
  if (out !== undefined) refuseOverwrite(out, { force });
  const loaded = await loadBook(shell, name);
  const text = `${JSON.stringify(exportLorebook(loaded), null, 4)}\n`;
  if (out === undefined) return void shell.terminal.output.write(text);
  writeFileSync(out, text);
  const entries = loaded.entries.length;
  shell.print({ book: name, file: out, entries }, () => [
    `${out}: ${entries === 1 ? '1 entry' : `${entries} entries`}.`,
  ]);
}

/** Adds `crumb lore`: lists, shows, imports, exports and tests lorebooks. */
export function addLore(program: Command, createShell: ShellFactory): void {
  const lore = declareListed(program, 'lore');
  const listing = lore.command('list').description('list the lorebooks of the workspace');
  withCommonOptions(listing).action(() => list(createShell(listing)));
  const showing = lore.command('show').description('show a book and its entries').argument('<book>');
  withCommonOptions(showing).action((name: string) => show(createShell(showing), name));
  addImport(lore, createShell);
  const exporting = lore
    .command('export')
    .description('write a book as a lorebook of SillyTavern; what was imported is as it was')
    .argument('<book>')
    .option('-o, --out <file>', 'file to write (default: standard output)')
    .option('--force', 'overwrite the file');
  withCommonOptions(exporting).action((name: string, options: ExportOptions) =>
    exportBook(createShell(exporting), name, options),
  );
  addExportCard(lore, createShell);
  addTest(lore, createShell);
}
