import {
  compileLore,
  LoreTooLarge,
  type CompiledLore,
  type LoreSettings,
  type LoreSource,
  type Stratum,
  type TimedEffect,
} from '@crumbtrail/lore';
import {
  mayRead,
  type Crumb,
  type CrumbAuthor,
  type LoreBook,
  type LoreEntry,
  type LoreEntryV1,
  type Ref,
  type Viewer,
} from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import { IDLE_MACRO, type AppliedScene } from './scenes';

/** An entry of lore that applies, and the crumb that it is. */
export interface AppliedEntry extends Ref {
  readonly author: CrumbAuthor;
  readonly entry: LoreEntryV1;
}

/** Books that apply to a turn, ready to be searched. */
export interface AppliedLore {
  readonly compiled: CompiledLore;
  /** By {@link entryName}. */
  readonly entries: ReadonlyMap<string, AppliedEntry>;
  /** Why no lore applies, although books are named: there is too much of it. */
  readonly refused?: string;
}

/** Lore for a turn: what applies, by which settings, and the effects of earlier turns. */
export interface SceneLore extends AppliedLore {
  readonly settings: Partial<LoreSettings>;
  readonly timed: readonly TimedEffect[];
}

/** A book that a scene names, and what kind of scene that is. */
export interface NamedBook {
  readonly name: string;
  readonly stratum: Stratum;
}

/** The name of an entry among all books: `valley/dragon`. */
export const entryName = ({ book, id }: { readonly book: string; readonly id: string }): string => `${book}/${id}`;

function stratumOf({ scene }: AppliedScene): Stratum {
  if (scene.session !== undefined) return 'session';
  return scene.agent === undefined ? 'workspace' : 'agent';
}

/** The books that scenes name, each once, by the most specific scene that does. */
export function namedBooks(scenes: readonly AppliedScene[]): NamedBook[] {
  const all = scenes.flatMap((one) =>
    (one.scene.lore?.books ?? []).map((name) => [name, { name, stratum: stratumOf(one) }] as const),
  );
  return [...new Map(all).values()];
}

/** The settings of all scenes: each is the most specific scene's. */
export function loreSettings(scenes: readonly AppliedScene[]): Partial<LoreSettings> {
  const { books: _books, ...settings } = Object.assign({}, ...scenes.map(({ scene }) => scene.lore ?? {}));
  return settings as Partial<LoreSettings>;
}

/** The books and entries of a workspace. */
export interface WorkspaceLore {
  readonly books: readonly Crumb<typeof LoreBook>[];
  readonly entries: readonly Crumb<typeof LoreEntry>[];
}

/** Compiles the named books, as far as every viewer may read them and their entries. Books that do not exist or are disabled have no entries. */
export function applyLore(
  { books, entries }: WorkspaceLore,
  named: readonly NamedBook[],
  viewers: readonly Viewer[],
): AppliedLore {
  const isReadable = (crumb: Crumb<typeof LoreBook> | Crumb<typeof LoreEntry>): boolean =>
    viewers.every((viewer) => mayRead(crumb, viewer));
  const strata = new Map(named.map(({ name, stratum }) => [name, stratum]));
  const open = books.filter((one) => strata.has(one.context.name) && one.context.enabled !== false && isReadable(one));
  const names = new Set(open.map(({ context }) => context.name));
  const readable = entries.filter((one) => names.has(one.context.book) && isReadable(one));
  const byBook = new Map(open.map(({ context: { name } }) => [name, [] as LoreEntryV1[]]));
  for (const { context } of readable) byBook.get(context.book)?.push(context);
  const sources = open.map(({ context: book }): LoreSource => ({
    book,
    stratum: strata.get(book.name) as Stratum,
    entries: byBook.get(book.name) ?? [],
  }));
  const applied = readable.map(({ id, version, author, context }): AppliedEntry => ({
    id,
    version,
    author,
    entry: context,
  }));
  return { ...compileOrRefuse(sources), entries: new Map(applied.map((one) => [entryName(one.entry), one])) };
}

function compileOrRefuse(sources: readonly LoreSource[]): Pick<AppliedLore, 'compiled' | 'refused'> {
  try {
    return { compiled: compileLore(sources) };
  } catch (error) {
    if (!(error instanceof LoreTooLarge)) throw error;
    return { compiled: compileLore([]), refused: error.message };
  }
}

const ofEntries = ({ compiled }: AppliedLore, holds: (entry: LoreEntryV1) => boolean): boolean =>
  compiled.entries.some(({ entry }) => holds(entry));

/** Whether any entry has effects on later turns. */
export const hasTimedEffects = (lore: AppliedLore): boolean =>
  ofEntries(lore, ({ sticky = 0, cooldown = 0 }) => sticky > 0 || cooldown > 0);

/** Whether any entry depends on how much has been said. */
export const countsMessages = (lore: AppliedLore): boolean =>
  hasTimedEffects(lore) ||
  ofEntries(lore, ({ count, delay = 0, content }) => count !== undefined || delay > 0 || IDLE_MACRO.test(content));

/** The most combinations of books, agent and client for which compiled lore is kept. */
const MOST_COMPILED = 100;

/** Keeps compiled lore while its books and entries are the same: the snapshots of a workspace are the same arrays until one changes. */
export class AppliedLoreCache {
  private readonly known = new LRUCache<string, { readonly of: WorkspaceLore; readonly applied: AppliedLore }>({
    max: MOST_COMPILED,
  });

  /** {@link applyLore} */
  get(lore: WorkspaceLore, named: readonly NamedBook[], viewers: readonly Viewer[]): AppliedLore {
    const key = JSON.stringify([lore.books[0]?.workspace, named, viewers]);
    const known = this.known.get(key);
    if (known && known.of.books === lore.books && known.of.entries === lore.entries) return known.applied;
    const applied = applyLore(lore, named, viewers);
    this.known.set(key, { of: lore, applied });
    return applied;
  }
}
