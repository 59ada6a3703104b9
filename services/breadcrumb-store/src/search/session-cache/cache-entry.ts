import type { RefreshRow, ScopeReply } from './cache-refresh';
import type { CacheScope, ScopeRefresh } from './refresh-statement';
import type { SessionOutline } from './session-outline';
import type { SessionTexts, SessionTextsChange } from './session-texts';

/** With more new chunks than this, an outline is loaded again, page by page. */
export const MOST_OUTLINE_CHANGES = 5_000;
/** With more chunks that have no vector yet, the whole scope is loaded again. */
const MOST_WITHOUT_VECTOR = 500;

/** A scope whose texts are not kept in memory while it has at least `from` chunks. */
export interface TooLarge {
  readonly from: number;
  /** Position through which the text index was complete when it was counted. */
  readonly through: number;
  /** Everything but its texts; null where that does not fit either, or is of no use. */
  readonly outline: SessionOutline | null;
}

/** What is cached of a scope. */
export type CacheEntry = SessionTexts | TooLarge;

/** How scopes are refreshed. */
export interface RefreshMode {
  /** Are vectors read from the database, and not computed? */
  readonly readsVectors: boolean;
  /** True if scopes that seldom change are only checked for changes. */
  readonly watches: boolean;
}

/** Are the texts of a scope in memory? */
export const isLoaded = (entry: CacheEntry | undefined): entry is SessionTexts =>
  entry !== undefined && 'list' in entry;

/** What an entry has of its scope, as of a position of the log; null for a scope that is only counted. */
export function contentOf(entry: CacheEntry | undefined): SessionTexts | SessionOutline | null {
  return isLoaded(entry) ? entry : (entry?.outline ?? null);
}

/** Is the content of an entry of a later state than that of another? */
export function isNewer(one: CacheEntry | undefined, than: CacheEntry): boolean {
  const [known, content] = [contentOf(one), contentOf(than)];
  return known !== null && content !== null && (known.head > content.head || known.through > content.through);
}

/**
 * Can a refresh not bring an entry up to date? Its state is ahead of the log, as after a restore, a scope that was too large has become
 * small, or more is new than the refresh reads.
 */
export function isStale(
  entry: CacheEntry,
  { head, through }: Pick<RefreshRow, 'head' | 'through'>,
  { size = 0, rows }: ScopeReply,
): boolean {
  const content = contentOf(entry);
  if (content === null) return through < (entry as TooLarge).through || size < (entry as TooLarge).from;
  if (head < content.head || through < content.through) return true;
  return !isLoaded(entry) && (rows?.length ?? 0) > MOST_OUTLINE_CHANGES;
}

/** Has a scope become small enough to be loaded? */
export const hasShrunk = (entry: CacheEntry): boolean =>
  !isLoaded(entry) && entry.outline !== null && entry.outline.length < entry.from;

/** The key of a scope's entry. */
export const cacheKey = ({ workspace, column, value }: CacheScope, embedder: string): string =>
  JSON.stringify([workspace, column, value, embedder]);

/**
 * How a scope is refreshed: by its changes, completely, or not while it is too large. A session usually has changes; the crumbs
 * of a schema usually have none, so those are only watched if that is allowed.
 */
export function planRefresh(
  scope: CacheScope,
  entry: CacheEntry | undefined,
  { readsVectors, watches }: RefreshMode,
): ScopeRefresh {
  if (entry === undefined) return { scope, kind: 'whole' };
  if (!isLoaded(entry)) {
    if (entry.outline)
      return { scope, kind: 'changes', since: entry.outline.through, withoutVector: [], most: MOST_OUTLINE_CHANGES };
    return { scope, kind: 'size', since: entry.through, from: entry.from };
  }
  const withoutVector = readsVectors
    ? entry.list.texts.filter((chunk) => chunk.vector === undefined && chunk.row.text !== '')
    : [];
  if (withoutVector.length > MOST_WITHOUT_VECTOR) return { scope, kind: 'whole' };
  const since = entry.through;
  if (watches && scope.column === 'schema_name' && withoutVector.length === 0) return { scope, kind: 'watch', since };
  return { scope, kind: 'changes', since, withoutVector: withoutVector.map(({ row }) => row) };
}

/** Does the reply hold the whole scope, and not only its changes? */
export const isWholeScope = ({ changed, touched }: ScopeReply): boolean =>
  changed === undefined && touched === undefined;

/** What a reply changes in the texts of a scope. */
export const toChange = ({
  changed,
  rows,
  vectors,
}: ScopeReply): Pick<SessionTextsChange, 'changed' | 'rows' | 'vectors'> => ({
  changed: changed ?? [],
  rows: rows ?? [],
  vectors: vectors ?? [],
});
