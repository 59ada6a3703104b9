import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database';
import { computeCosines } from '../rank/vector-similarity';
import type { QueryVector } from '../embedders/query-vector';
import type { TextChunk, Vectorise } from './text-chunk';
import type { CacheSnapshot, RefreshRequest, RefreshRow, ScopeReply } from './cache-refresh';
import { buildRefreshStatement, type ScopeRefresh, type RefreshQuestion, type CacheScope } from './refresh-statement';
import { NO_TEXTS, applyChange, type SessionTextsChange, type SessionTexts } from './session-texts';
import { TermCountCache, type StemCounts } from './term-count-cache';

/** Texts of a scope from which on it is not kept in memory, but searched in the database. */
export const MOST_TEXTS = 20_000;
/** A pool that nobody asked for in this time is let go of. */
const IDLE_MS = 30 * 60_000;
const DEFAULT_BYTES = 64 * 1024 * 1024;
/** Texts without a vector that are asked after one by one. */
const MOST_BARE = 500;

interface ReplyPosition {
  readonly head: number;
  readonly through: number;
  readonly vectorise?: Vectorise | undefined;
}

/** A scope that is not held in memory while it has at least so many texts. */
interface TooLarge {
  readonly from: number;
}

type CacheEntry = SessionTexts | TooLarge;

interface RefreshMode {
  /** Vectors are read, not worked out. */
  readonly reads: boolean;
  /** Pools that seldom change are only asked whether they did. */
  readonly watches: boolean;
}

const isLoaded = (kept: CacheEntry | undefined): kept is SessionTexts => kept !== undefined && 'texts' in kept;

const isNewer = (one: CacheEntry | undefined, than: SessionTexts): boolean =>
  isLoaded(one) && (one.head > than.head || one.through > than.through);

const cacheKey = ({ workspace, column, value }: CacheScope, embedder: string): string =>
  JSON.stringify([workspace, column, value, embedder]);

/** All of it was loaded. */
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
 * How a pool is to be brought up to date: by what happened since, wholly, or not while it is too large. A session mostly has news,
 * what all of a workspace has of one schema mostly has none: there it is asked first whether it has.
 */
function planRefresh(scope: CacheScope, kept: CacheEntry | undefined, { reads, watches }: RefreshMode): ScopeRefresh {
  if (kept === undefined) return { scope, kind: 'whole' };
  if (!isLoaded(kept)) return { scope, kind: 'size', from: kept.from };
  const bare = reads ? kept.texts.filter((text) => text.vector === undefined && text.row.text !== '') : [];
  if (bare.length > MOST_BARE) return { scope, kind: 'whole' };
  const since = kept.through;
  if (watches && scope.column === 'schema_name' && bare.length === 0) return { scope, kind: 'watch', since };
  return { scope, kind: 'news', since, bare: bare.map(({ row }) => row) };
}

/**
 * Texts of sessions in memory, as many as fit. It may be lost at any time: each look asks the record for what befell a
 * pool since, in one statement, so a warm pool and a cold one are the same, and nothing erased is ever given.
 */
export class SessionTextCache {
  private readonly kept: LRUCache<string, CacheEntry>;
  private readonly mostBytes: number;
  private readonly counts = new TermCountCache();

  constructor(
    private readonly database: Database,
    { bytes = DEFAULT_BYTES, mostTexts = MOST_TEXTS }: { readonly bytes?: number; readonly mostTexts?: number } = {},
  ) {
    this.mostBytes = Math.floor(bytes / 2);
    this.mostTexts = mostTexts;
    const sizeCalculation = (one: CacheEntry): number => (isLoaded(one) ? one.bytes + 1 : 64);
    this.kept = new LRUCache({ maxSize: bytes, sizeCalculation, ttl: IDLE_MS, updateAgeOnGet: true });
  }

  private readonly mostTexts: number;

  /** The record as it is now, with the pools of these scopes. */
  async refresh(request: RefreshRequest): Promise<CacheSnapshot> {
    const { workspace, scopes, embedder, vectorise, watches = false } = request;
    const before = scopes.map((scope) => this.kept.get(cacheKey(scope, embedder)));
    const reads = vectorise === undefined;
    const counted = this.counts.getState(workspace);
    const row = await this.runRefresh(request, {
      countsSince: counted?.through ?? null,
      pools: scopes.map((scope, n) => planRefresh(scope, before[n], { reads, watches })),
    });
    const replies = scopes.map((_, n) => row[`pool_${n}`] ?? {});
    if (this.evictStale(request, before, row) || replies.some(({ touched }) => touched === true)) {
      const again = await this.refresh({ ...request, watches: false });
      return { ...again, queries: again.queries + 1 };
    }
    const { head, through, chunks, total_length: totalLength } = row;
    const state = { through, last: row.last ?? 0 };
    this.counts.follow(workspace, { from: counted, to: state, recent: row.recent });
    const pools = replies.map((reply, n) => this.applyReply(before[n], reply, { head, through, vectorise }));
    pools.forEach((pool, n) => this.store(cacheKey(scopes[n] as CacheScope, embedder), pool));
    return {
      ...{ ...state, head, chunks, totalLength, stems: row.stems ?? [], queries: 1 },
      pools: pools.map((pool) => (isLoaded(pool) ? pool : null)),
      hasVectors: reads,
      late: new Map(Object.entries(row.late ?? {})),
    };
  }

  /** Compares what is kept of a scope with a question, before it is known what of it is asked. */
  compareAhead(scopes: readonly CacheScope[], { embedder, vector }: QueryVector): void {
    for (const scope of scopes) {
      const kept = this.kept.peek(cacheKey(scope, embedder));
      if (isLoaded(kept)) computeCosines(vector, kept.texts);
    }
  }

  /** Looks where nothing is: the first to ask then waits for neither dictionaries nor plans. */
  async warmUp({ embedder, vectorise }: Pick<RefreshRequest, 'embedder' | 'vectorise'>): Promise<void> {
    const workspace = '';
    const scopes = [{ workspace, column: 'session' as const, value: '' }];
    const request = { workspace, query: 'warming up', scopes, embedder, vectorise };
    await this.refresh(request);
    const look = await this.refresh(request);
    await this.countStems(workspace, look, new Set(['warm']));
  }

  /** How many texts of a workspace have each stem, as of a look. */
  countStems(workspace: string, look: CacheSnapshot, stems: ReadonlySet<string>): Promise<StemCounts> {
    return this.counts.count(this.database, workspace, { state: look, stems });
  }

  /** Bits that texts say, by the statistics of a workspace as of a look; `around` are those that may be asked about next. */
  information(
    workspace: string,
    look: CacheSnapshot,
    about: Record<'texts' | 'around', Iterable<TextChunk>>,
  ): ReturnType<TermCountCache['information']> {
    return this.counts.information(this.database, workspace, { state: look, among: look.chunks, ...about });
  }

  /** Lets go of pools that hold any of these crumbs: erased texts do not wait in memory for the next look. */
  forget(workspace: string, ids: ReadonlySet<string>): void {
    this.counts.forget(workspace);
    for (const [name, kept] of this.kept.entries()) {
      if (!isLoaded(kept) || !name.startsWith(JSON.stringify([workspace]).slice(0, -1))) continue;
      if (kept.texts.some(({ id }) => ids.has(id))) this.kept.delete(name);
    }
  }

  private async runRefresh(
    { workspace, query, embedder, vectorise, sql = this.database }: RefreshRequest,
    about: Pick<RefreshQuestion, 'countsSince' | 'pools'>,
  ): Promise<RefreshRow> {
    const reads = vectorise === undefined;
    const known = { workspace, query, most: this.mostTexts, embedder: reads ? embedder : null };
    const { statement, params } = buildRefreshStatement({ ...known, ...about });
    const [row] = await sql.query<RefreshRow>(statement, params);
    if (!row) throw new TypeError('The log has no head.');
    return row;
  }

  /** Another record is in this one's place, or one that was too large no longer is: begin anew. */
  private evictStale(
    { scopes, embedder }: RefreshRequest,
    before: readonly (CacheEntry | undefined)[],
    row: RefreshRow,
  ): boolean {
    const stale = scopes.filter((_, n) => {
      const kept = before[n];
      if (kept === undefined) return false;
      if (isLoaded(kept)) return row.head < kept.head || row.through < kept.through;
      return (row[`pool_${n}`]?.size ?? 0) < kept.from;
    });
    for (const scope of stale) this.kept.delete(cacheKey(scope, embedder));
    return stale.length > 0;
  }

  private applyReply(
    before: CacheEntry | undefined,
    reply: ScopeReply,
    { vectorise, ...at }: ReplyPosition,
  ): CacheEntry {
    if (before !== undefined && !isLoaded(before)) return before;
    const base = isWholeScope(reply) ? NO_TEXTS : (before ?? NO_TEXTS);
    const change = { ...at, ...toChange(reply) };
    const pool = applyChange(base, change, vectorise);
    const isLarge = pool.texts.length > this.mostTexts || pool.bytes > this.mostBytes;
    return isLarge ? { from: Math.min(pool.texts.length, this.mostTexts + 1) } : pool;
  }

  /** Looks may overtake each other: an older one never takes the place of a newer. */
  private store(name: string, kept: CacheEntry): void {
    if (isLoaded(kept) && isNewer(this.kept.get(name), kept)) return;
    this.kept.set(name, kept);
  }
}
