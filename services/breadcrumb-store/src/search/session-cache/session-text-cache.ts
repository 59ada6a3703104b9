import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database';
import type { Vectorise } from '../embedders/embedder';
import type { QueryVector } from '../embedders/query-vector';
import { computeCosines } from '../rank/vector-similarity';
import type { CacheSnapshot, RefreshRequest, RefreshRow, ScopeReply } from './cache-refresh';
import { buildRefreshStatement, type CacheScope, type RefreshQuestion, type ScopeRefresh } from './refresh-statement';
import { applyChange, NO_TEXTS, type SessionTexts, type SessionTextsChange } from './session-texts';
import { TermCountCache, type StemCounts } from './term-count-cache';
import type { TextChunk } from './text-chunk';

/** A scope with this many chunks is not kept in memory but searched in the database. */
const MOST_TEXTS = 20_000;
/** A scope that was not requested for this long is evicted, in milliseconds. */
const IDLE_MS = 30 * 60_000;
const DEFAULT_BYTES = 64 * 1024 * 1024;
/** A scope that takes more than this part of the cache is not kept in memory either. */
const MOST_OF_CACHE = 3 / 4;
/** With more chunks that have no vector yet, the whole scope is loaded again. */
const MOST_WITHOUT_VECTOR = 500;

/** The size of a {@link SessionTextCache}. */
export interface SessionTextCacheOptions {
  /** Size in memory of all scopes, with all that is computed from their texts. @default 64 MiB */
  readonly bytes?: number;
  /** Chunks of one scope; a scope with more is searched in the database. @default 20000 */
  readonly mostTexts?: number;
}

interface ReplyPosition {
  readonly head: number;
  readonly through: number;
  readonly vectorise?: Vectorise | undefined;
}

/** A scope that is not kept in memory while it has at least `from` chunks. */
interface TooLarge {
  readonly from: number;
  /** Position through which the text index was complete when it was counted. */
  readonly through: number;
}

type CacheEntry = SessionTexts | TooLarge;

interface RefreshMode {
  /** Are vectors read from the database, and not computed? */
  readonly readsVectors: boolean;
  /** True if scopes that seldom change are only checked for changes. */
  readonly watches: boolean;
}

interface InformationTexts {
  readonly texts: Iterable<TextChunk>;
  /** Texts that are likely to be requested next. */
  readonly around: Iterable<TextChunk>;
}

const isLoaded = (entry: CacheEntry | undefined): entry is SessionTexts => entry !== undefined && 'list' in entry;

const isNewer = (one: CacheEntry | undefined, than: SessionTexts): boolean =>
  isLoaded(one) && (one.head > than.head || one.through > than.through);

const cacheKey = ({ workspace, column, value }: CacheScope, embedder: string): string =>
  JSON.stringify([workspace, column, value, embedder]);

/** Does the reply hold the whole scope, and not only its changes? */
const isWholeScope = ({ changed, touched }: ScopeReply): boolean => changed === undefined && touched === undefined;

const toChange = ({
  changed,
  rows,
  vectors,
}: ScopeReply): Pick<SessionTextsChange, 'changed' | 'rows' | 'vectors'> => ({
  changed: changed ?? [],
  rows: rows ?? [],
  vectors: vectors ?? [],
});

/**
 * How a scope is refreshed: by its changes, completely, or not while it is too large. A session usually has changes; the crumbs
 * of a schema usually have none, so those are only watched if that is allowed.
 */
function planRefresh(
  scope: CacheScope,
  entry: CacheEntry | undefined,
  { readsVectors, watches }: RefreshMode,
): ScopeRefresh {
  if (entry === undefined) return { scope, kind: 'whole' };
  if (!isLoaded(entry)) return { scope, kind: 'size', since: entry.through, from: entry.from };
  const withoutVector = readsVectors
    ? entry.list.texts.filter((chunk) => chunk.vector === undefined && chunk.row.text !== '')
    : [];
  if (withoutVector.length > MOST_WITHOUT_VECTOR) return { scope, kind: 'whole' };
  const since = entry.through;
  if (watches && scope.column === 'schema_name' && withoutVector.length === 0) return { scope, kind: 'watch', since };
  return { scope, kind: 'changes', since, withoutVector: withoutVector.map(({ row }) => row) };
}

/**
 * Caches the texts of sessions, as many as fit. Each refresh reads, in one statement, what has changed in a scope, so a warm cache
 * and a cold one return the same, and erased texts are never returned.
 */
export class SessionTextCache {
  private readonly entries: LRUCache<string, CacheEntry>;
  private readonly mostBytes: number;
  private readonly mostTexts: number;
  private readonly counts = new TermCountCache();

  constructor(
    private readonly database: Database,
    { bytes = DEFAULT_BYTES, mostTexts = MOST_TEXTS }: SessionTextCacheOptions = {},
  ) {
    this.mostBytes = Math.floor(bytes * MOST_OF_CACHE);
    this.mostTexts = mostTexts;
    const sizeCalculation = (one: CacheEntry): number => (isLoaded(one) ? one.bytes + 1 : 64);
    this.entries = new LRUCache({ maxSize: bytes, sizeCalculation, ttl: IDLE_MS, updateAgeOnGet: true });
  }

  /** Brings the requested scopes up to date, and returns them with the workspace's statistics. */
  async refresh(request: RefreshRequest): Promise<CacheSnapshot> {
    const { workspace, scopes, embedder, vectorise, watches = false } = request;
    const before = scopes.map((scope) => this.entries.get(cacheKey(scope, embedder)));
    const readsVectors = vectorise === undefined;
    const counted = this.counts.getState(workspace);
    const row = await this.runRefresh(request, {
      countsSince: counted?.through ?? null,
      scopes: scopes.map((scope, n) => planRefresh(scope, before[n], { readsVectors, watches })),
    });
    const replies = scopes.map((_, n) => row[`scope_${n}`] ?? {});
    if (this.evictStale(request, before, row) || replies.some(({ touched }) => touched === true)) {
      const again = await this.refresh({ ...request, watches: false });
      return { ...again, queries: again.queries + 1 };
    }
    const { head, through, chunks, total_length: totalLength } = row;
    const state = { through, last: row.last ?? 0 };
    this.counts.follow(workspace, { from: counted, to: state, recent: row.recent });
    const entries = replies.map((reply, n) => this.applyReply(before[n], reply, { head, through, vectorise }));
    entries.forEach((entry, n) => this.store(cacheKey(scopes[n] as CacheScope, embedder), entry));
    return {
      ...state,
      head,
      chunks,
      totalLength,
      stems: row.stems ?? [],
      scopes: entries.map((entry) => (isLoaded(entry) ? entry : null)),
      late: new Map(Object.entries(row.late ?? {})),
      hasVectors: readsVectors,
      queries: 1,
    };
  }

  /** Compares the cached texts of scopes with a question, while the database still works on the refresh. */
  compareAhead(scopes: readonly CacheScope[], { embedder, vector }: QueryVector): void {
    for (const scope of scopes) {
      const entry = this.entries.peek(cacheKey(scope, embedder));
      if (isLoaded(entry)) computeCosines(vector, entry.list.texts);
    }
  }

  /** Runs the statements once on an empty scope, so that the first request waits for neither dictionaries nor plans. */
  async warmUp({ embedder, vectorise }: Pick<RefreshRequest, 'embedder' | 'vectorise'>): Promise<void> {
    const workspace = '';
    const scopes = [{ workspace, column: 'session' as const, value: '' }];
    const request = { workspace, query: 'warming up', scopes, embedder, vectorise };
    await this.refresh(request);
    const snapshot = await this.refresh(request);
    await this.countStems(workspace, snapshot, new Set(['warm']));
  }

  /** Document frequencies of stems in a workspace, as of a snapshot. */
  countStems(workspace: string, snapshot: CacheSnapshot, stems: ReadonlySet<string>): Promise<StemCounts> {
    return this.counts.count(this.database, workspace, { state: snapshot, stems });
  }

  /** The information of texts in bits, by the statistics of a workspace as of a snapshot. */
  information(
    workspace: string,
    snapshot: CacheSnapshot,
    { texts, around }: InformationTexts,
  ): ReturnType<TermCountCache['information']> {
    return this.counts.information(this.database, workspace, {
      state: snapshot,
      among: snapshot.chunks,
      texts,
      around,
    });
  }

  /** Evicts the scopes that hold any of these crumbs, so that erased texts do not stay in memory until the next refresh. */
  forget(workspace: string, ids: ReadonlySet<string>): void {
    this.counts.forget(workspace);
    for (const [key, entry] of this.entries.entries()) {
      if (!isLoaded(entry) || !key.startsWith(JSON.stringify([workspace]).slice(0, -1))) continue;
      if (entry.list.texts.some(({ id }) => ids.has(id))) this.entries.delete(key);
    }
  }

  private async runRefresh(
    { workspace, query, embedder, vectorise, sql = this.database }: RefreshRequest,
    { countsSince, scopes }: Pick<RefreshQuestion, 'countsSince' | 'scopes'>,
  ): Promise<RefreshRow> {
    const { statement, params } = buildRefreshStatement({
      workspace,
      query,
      scopes,
      countsSince,
      embedder: vectorise === undefined ? embedder : null,
      most: this.mostTexts,
    });
    const [row] = await sql.read<RefreshRow>(statement, params);
    if (!row) throw new TypeError('The table log_head has no row.');
    return row;
  }

  /** Evicts scopes that are ahead of the log, as after a restore, and large ones that have become small; true where there were any. */
  private evictStale(
    { scopes, embedder }: RefreshRequest,
    before: readonly (CacheEntry | undefined)[],
    row: RefreshRow,
  ): boolean {
    const stale = scopes.filter((_, n) => {
      const entry = before[n];
      if (entry === undefined) return false;
      if (isLoaded(entry)) return row.head < entry.head || row.through < entry.through;
      return row.through < entry.through || (row[`scope_${n}`]?.size ?? 0) < entry.from;
    });
    for (const scope of stale) this.entries.delete(cacheKey(scope, embedder));
    return stale.length > 0;
  }

  private applyReply(
    before: CacheEntry | undefined,
    reply: ScopeReply,
    { head, through, vectorise }: ReplyPosition,
  ): CacheEntry {
    if (before !== undefined && !isLoaded(before)) return { ...before, through };
    const base = isWholeScope(reply) ? NO_TEXTS : (before ?? NO_TEXTS);
    const texts = applyChange(base, { head, through, ...toChange(reply) }, vectorise);
    const isLarge = texts.list.length > this.mostTexts || texts.bytes > this.mostBytes;
    return isLarge ? { from: Math.min(texts.list.length, this.mostTexts + 1), through } : texts;
  }

  /** Refreshes may overtake each other: an older result never replaces a newer one. */
  private store(key: string, entry: CacheEntry): void {
    if (isLoaded(entry) && isNewer(this.entries.get(key), entry)) return;
    this.entries.set(key, entry);
  }
}
