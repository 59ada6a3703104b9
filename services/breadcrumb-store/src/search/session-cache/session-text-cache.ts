import { LRUCache } from 'lru-cache';
import type { WorkspaceDatabase } from '../../database/database';
import type { Vectorise } from '../embedders/embedder';
import type { QueryVector } from '../embedders/query-vector';
import { computeCosines } from '../rank/vector-similarity';
import {
  cacheKey,
  contentOf,
  hasShrunk,
  isLoaded,
  isNewer,
  isStale,
  isWholeScope,
  planRefresh,
  toChange,
  type CacheEntry,
  type TooLarge,
} from './cache-entry';
import type { CacheSnapshot, RefreshRequest, RefreshRow, ScopeReply } from './cache-refresh';
import { loadOutline, type OutlineRequest } from './load-outline';
import { buildRefreshStatement, type CacheScope, type RefreshQuestion } from './refresh-statement';
import type { OutlineLimits } from './session-outline';
import { applyChange, NO_TEXTS } from './session-texts';
import { TermCountCache, type StemCounts } from './term-count-cache';
import type { TextChunk } from './text-chunk';

/** A scope with this many chunks is not kept in memory but searched in the database. */
const MOST_TEXTS = 20_000;
/** A scope that was not requested for this long is evicted, in milliseconds. */
const IDLE_MS = 30 * 60_000;
const DEFAULT_BYTES = 64 * 1024 * 1024;
/** A scope that takes more than this part of the cache is not kept in memory either. */
const MOST_OF_CACHE = 3 / 4;
const MOST_WITH_TEXTS = 1 / 2;
/** A session that takes no more than this part is kept with all that is computed from its texts, even if others are evicted for it. */
const SMALL_PART = 1 / 8;

/** The size of a {@link SessionTextCache}. */
export interface SessionTextCacheOptions {
  /** Size in memory of all scopes, with all that is computed from their texts. @default 64 MiB */
  readonly bytes?: number;
  /** Chunks of one scope; a scope with more is searched in the database. @default 20000 */
  readonly mostTexts?: number;
  /** The part of `bytes` that an outline may take with its texts; a larger one is kept without them. @default 1/2 */
  readonly mostWithTexts?: number;
}

type LogPosition = Pick<RefreshRow, 'head' | 'through'>;

interface ReplyPosition extends LogPosition {
  readonly scope: CacheScope;
  readonly vectorise?: Vectorise | undefined;
}

/** The entries of a request's scopes before and after a refresh. */
interface RefreshedEntries {
  readonly before: readonly (CacheEntry | undefined)[];
  readonly entries: readonly CacheEntry[];
  readonly head: number;
}

interface InformationTexts {
  readonly texts: Iterable<TextChunk>;
  /** Texts that are likely to be requested next. */
  readonly around: Iterable<TextChunk>;
}

/**
 * Caches the texts of sessions, as many as fit. Each refresh reads, in one statement, what has changed in a scope, so a warm cache
 * and a cold one return the same, and erased texts are never returned.
 */
export class SessionTextCache {
  private readonly entries: LRUCache<string, CacheEntry>;
  private readonly limits: OutlineLimits;
  private readonly smallBytes: number;
  private readonly mostTexts: number;
  private readonly counts = new TermCountCache();
  /** Outlines that are being loaded, by key. */
  private readonly loading = new Map<string, Promise<void>>();
  /** How often texts were erased. */
  private erasures = 0;

  constructor(
    private readonly database: WorkspaceDatabase,
    { bytes = DEFAULT_BYTES, mostTexts = MOST_TEXTS, mostWithTexts = MOST_WITH_TEXTS }: SessionTextCacheOptions = {},
  ) {
    this.limits = { mostBytes: bytes * MOST_OF_CACHE, mostBytesWithTexts: bytes * mostWithTexts };
    this.smallBytes = bytes * SMALL_PART;
    this.mostTexts = mostTexts;
    const sizeCalculation = (one: CacheEntry): number => (contentOf(one)?.bytes ?? 0) + 64;
    this.entries = new LRUCache({ maxSize: bytes, sizeCalculation, ttl: IDLE_MS, updateAgeOnGet: true });
  }

  /** Size in memory of all scopes that are cached now. */
  get bytes(): number {
    return this.entries.calculatedSize;
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
    const entries = replies.map((reply, n) =>
      this.applyReply(before[n], reply, { scope: scopes[n] as CacheScope, head, through, vectorise }),
    );
    if (entries.some(hasShrunk)) return this.reload(request);
    this.keepEntries(request, { before, entries, head });
    return {
      ...state,
      head,
      chunks,
      totalLength,
      stems: row.stems ?? [],
      scopes: entries.map((entry) => (isLoaded(entry) ? entry : null)),
      outlines: entries.map((entry) => (isLoaded(entry) ? null : entry.outline)),
      late: new Map(Object.entries(row.late ?? {})),
      hasVectors: readsVectors,
      queries: 1,
    };
  }

  /** Refreshes again with nothing cached. */
  private async reload(request: RefreshRequest): Promise<CacheSnapshot> {
    for (const scope of request.scopes) this.entries.delete(cacheKey(scope, request.embedder));
    const again = await this.refresh(request);
    return { ...again, queries: again.queries + 1 };
  }

  /** Compares the cached texts of scopes with a question, while the database still works on the refresh. */
  compareAhead(scopes: readonly CacheScope[], { embedder, vector }: QueryVector): void {
    for (const scope of scopes) {
      const entry = this.entries.peek(cacheKey(scope, embedder));
      if (isLoaded(entry)) computeCosines({ vector, embedder }, entry.list.texts);
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
    return this.counts.count(this.database.within(workspace), workspace, { state: snapshot, stems });
  }

  /** The information of texts in bits, by the statistics of a workspace as of a snapshot. */
  information(
    workspace: string,
    snapshot: CacheSnapshot,
    about: InformationTexts,
  ): ReturnType<TermCountCache['information']> {
    const sql = this.database.within(workspace);
    return this.counts.information(sql, workspace, { state: snapshot, among: snapshot.chunks, ...about });
  }

  /** Evicts the scopes that hold any of these crumbs, so that erased texts do not stay in memory until the next refresh. */
  forget(workspace: string, ids: ReadonlySet<string>): void {
    this.counts.forget(workspace);
    this.erasures += 1;
    for (const [key, entry] of this.entries.entries()) {
      if (!key.startsWith(JSON.stringify([workspace]).slice(0, -1))) continue;
      const isHeld = isLoaded(entry) ? entry.list.texts.some(({ id }) => ids.has(id)) : entry.outline?.has(ids);
      if (isHeld) this.entries.delete(key);
    }
  }

  /** Forgets all texts: they are read anew. */
  clear(): void {
    this.entries.clear();
  }

  /** Resolves when all outlines are loaded that were requested. */
  async whenLoaded(): Promise<void> {
    await Promise.all(this.loading.values());
  }

  private async runRefresh(
    { workspace, query, embedder, vectorise, sql = this.database.within(workspace) }: RefreshRequest,
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

  /** Evicts the scopes whose entries a refresh does not bring up to date; true where there were any. */
  private evictStale(
    { scopes, embedder }: RefreshRequest,
    before: readonly (CacheEntry | undefined)[],
    row: RefreshRow,
  ): boolean {
    const stale = scopes.filter((_, n) => {
      const entry = before[n];
      return entry !== undefined && isStale(entry, row, row[`scope_${n}`] ?? {});
    });
    for (const scope of stale) this.entries.delete(cacheKey(scope, embedder));
    return stale.length > 0;
  }

  private applyToLarge({ from, outline }: TooLarge, reply: ScopeReply, position: LogPosition): TooLarge {
    const applied = outline?.apply({ ...position, ...toChange(reply) });
    return { from, through: position.through, outline: applied?.fitInto(this.limits) ?? null };
  }

  private applyReply(
    before: CacheEntry | undefined,
    reply: ScopeReply,
    { scope, head, through, vectorise }: ReplyPosition,
  ): CacheEntry {
    if (before !== undefined && !isLoaded(before)) return this.applyToLarge(before, reply, { head, through });
    const base = isWholeScope(reply) ? NO_TEXTS : (before ?? NO_TEXTS);
    const texts = applyChange(base, { head, through, ...toChange(reply) }, vectorise);
    // An outline can replace the texts of a session only for an embedder whose vectors add nothing to the words.
    const mayBeOutlined = vectorise !== undefined && scope.column === 'session';
    const most = mayBeOutlined ? Math.max(this.smallBytes, this.roomFor(before)) : this.limits.mostBytes;
    const isLarge = texts.list.length > this.mostTexts || texts.bytes > Math.min(most, this.limits.mostBytes);
    return isLarge ? { from: Math.min(texts.list.length, this.mostTexts + 1), through, outline: null } : texts;
  }

  /** Bytes that an entry may take without others being evicted. */
  private roomFor(before: CacheEntry | undefined): number {
    const { maxSize, calculatedSize } = this.entries;
    return maxSize - calculatedSize + (isLoaded(before) ? before.bytes : 0);
  }

  /** Caches the entries of a refresh, and starts to load what it found to be missing. */
  private keepEntries(request: RefreshRequest, { before, entries, head }: RefreshedEntries): void {
    const { scopes, embedder } = request;
    entries.forEach((entry, n) => {
      const scope = scopes[n] as CacheScope;
      this.store(cacheKey(scope, embedder), entry, before[n]);
      const isNewlyLarge = before[n] === undefined || isLoaded(before[n]);
      if (isNewlyLarge && !isLoaded(entry)) this.loadAhead(scope, request, { ...entry, head });
    });
  }

  /**
   * Starts to load the outline of a session that has just turned out to be too large. Until it is there, the session is searched in the
   * database: that takes longer, but not as long as loading.
   */
  private loadAhead(scope: CacheScope, request: RefreshRequest, entry: TooLarge & Pick<RefreshRow, 'head'>): void {
    const { embedder, vectorise = null } = request;
    const key = cacheKey(scope, embedder);
    if (scope.column !== 'session' || this.loading.has(key)) return;
    // A database that fails tells the requests that need it.
    const loading = this.loadOutline(scope, key, { ...entry, vectorise }).catch(() => undefined);
    this.loading.set(key, loading);
    void loading.then(() => this.loading.delete(key));
  }

  private async loadOutline(
    scope: CacheScope,
    key: string,
    { from, through, ...wanted }: TooLarge & Pick<OutlineRequest, 'head' | 'vectorise'>,
  ): Promise<void> {
    const { limits, database, erasures } = this;
    const outline = await loadOutline(database.within(scope.workspace), { ...wanted, scope, through, limits });
    // What was erased meanwhile may be in it.
    if (this.erasures !== erasures) this.entries.delete(key);
    else if (outline) this.store(key, { from, through, outline });
  }

  /** Refreshes may overtake each other: an older result never replaces a newer one, nor a count an outline that it did not see. */
  private store(key: string, entry: CacheEntry, before?: CacheEntry): void {
    const known = this.entries.get(key);
    const isCount = contentOf(entry) === null && known !== before && contentOf(known) !== null;
    if (isCount || isNewer(known, entry)) return;
    this.entries.set(key, entry);
  }
}
