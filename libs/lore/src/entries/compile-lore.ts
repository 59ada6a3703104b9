import { contentHash, type LoreBookV1, type LoreEntryV1 } from '@crumbtrail/contracts';
import { KeyTable, type Key, type PlainKeys } from '../keys/compile-keys';
import { MAX_ENTRIES, MAX_KEY_CHARS } from '../limits';
import { readDecorators, type DecoratedContent } from './decorators';
import { rankOf, type LoreStrategy, type Stratum } from './stratum';

/** A book with its entries, and which scene names it. */
export interface LoreSource {
  readonly book: LoreBookV1;
  readonly entries: readonly LoreEntryV1[];
  readonly stratum: Stratum;
}

/** An entry that is ready to be activated. */
export interface CompiledEntry {
  /** Position among all entries, as they were given. */
  readonly index: number;
  readonly entry: LoreEntryV1;
  /** Names it among all books. */
  readonly key: string;
  readonly book: LoreBookV1;
  readonly stratum: Stratum;
  readonly order: number;
  readonly decorated: DecoratedContent;
  readonly keys: readonly Key[];
  readonly secondaryKeys: readonly Key[];
  /** Fingerprint of the entry as it is written; null without timed effects, which are all that it is for. */
  readonly hash: string | null;
}

/** Names an entry among all books. */
export const entryKey = ({ book, id }: { readonly book: string; readonly id: string }): string => `${book}/${id}`;

/** Books that are ready for {@link activate}. It depends on nothing but the books, so that a caller may keep it until one changes. */
export interface CompiledLore {
  readonly entries: readonly CompiledEntry[];
  readonly plainKeys: PlainKeys;
  /** The entries in the order in which they are tried. */
  readonly candidates: Readonly<Record<LoreStrategy, readonly CompiledEntry[]>>;
}

/** Thrown for more lore than can be searched. */
export class LoreTooLarge extends Error {
  override readonly name = 'LoreTooLarge';
}

const DEFAULT_ORDER = 100;

/**
 * Compiles books. A book that is given twice counts once. Throws {@link LoreTooLarge} over {@link MAX_ENTRIES} entries or
 * {@link MAX_KEY_CHARS} characters of keys.
 */
export function compileLore(sources: readonly LoreSource[]): CompiledLore {
  const unique = [...new Map(sources.map((source) => [source.book.name, source])).values()];
  requireSize(unique.flatMap((source) => source.entries));
  const table = new KeyTable();
  const entries = unique
    .flatMap(({ book, stratum, entries: all }) => all.map((entry) => ({ book, stratum, entry })))
    .map((one, index) => compileEntry(table, { ...one, index }));
  const plainKeys = table.compile();
  const by = (strategy: LoreStrategy): CompiledEntry[] => inOrder(entries, strategy);
  const candidates = {
    evenly: by('evenly'),
    agent_first: by('agent_first'),
    workspace_first: by('workspace_first'),
  };
  return { entries, plainKeys, candidates };
}

function compileEntry(table: KeyTable, at: Pick<CompiledEntry, 'book' | 'stratum' | 'entry' | 'index'>): CompiledEntry {
  const { entry } = at;
  const { keys = [], secondary_keys: secondary = [], selective = true, order = DEFAULT_ORDER } = entry;
  return {
    ...at,
    key: entryKey(entry),
    order,
    decorated: readDecorators(entry.content),
    keys: keys.map((key) => table.add(key)),
    secondaryKeys: selective ? secondary.map((key) => table.add(key)) : [],
    hash: (entry.sticky ?? 0) > 0 || (entry.cooldown ?? 0) > 0 ? hashOf(entry) : null,
  };
}

/** The fingerprint of what an entry says and does. Its label and what is kept for exports do not count. */
function hashOf(entry: LoreEntryV1): string {
  const { comment: _comment, imported: _imported, ...effective } = entry;
  return contentHash(effective);
}

function inOrder(entries: readonly CompiledEntry[], strategy: LoreStrategy): CompiledEntry[] {
  const rank = ({ stratum }: CompiledEntry): number => rankOf(strategy, stratum);
  return entries.toSorted((a, b) => rank(a) - rank(b) || b.order - a.order || a.index - b.index);
}

function requireSize(entries: readonly LoreEntryV1[]): void {
  if (entries.length > MAX_ENTRIES) {
    throw new LoreTooLarge(
      `${entries.length} lore entries apply together; the most is ${MAX_ENTRIES}. Let scenes name fewer books`,
    );
  }
  const chars = entries.reduce((sum, entry) => sum + charsOf(entry.keys) + charsOf(entry.secondary_keys), 0);
  if (chars > MAX_KEY_CHARS) {
    throw new LoreTooLarge(
      `The keys of all lore entries have ${chars} characters; the most is ${MAX_KEY_CHARS}. Let scenes name fewer books`,
    );
  }
}

const charsOf = (keys: readonly string[] = []): number => keys.reduce((sum, key) => sum + key.length, 0);
