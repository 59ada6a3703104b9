import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database';
import { cosinesWith } from '../rank/nearness';
import type { QueryVector } from '../index/query-vector';
import type { KeptText, Vectorise } from './kept-text';
import type { Look, LookRequest, LookRow, PoolReply } from './look';
import { lookStatement, type Asked, type LookQuestion, type Scope } from './look-statement';
import { EMPTY_POOL, poolAfter, type Change, type Pool } from './pool';
import { TermCounts, type Counted } from './term-counts';

/** Texts of a scope from which on it is not kept in memory, but searched in the database. */
export const MOST_TEXTS = 20_000;
/** A pool that nobody asked for in this time is let go of. */
const IDLE_MS = 30 * 60_000;
const DEFAULT_BYTES = 64 * 1024 * 1024;
/** Texts without a vector that are asked after one by one. */
const MOST_BARE = 500;

interface After {
  readonly head: number;
  readonly through: number;
  readonly vectorise?: Vectorise | undefined;
}

/** A scope that is not held in memory while it has at least so many texts. */
interface TooLarge {
  readonly from: number;
}

type Kept = Pool | TooLarge;

interface Asking {
  /** Vectors are read, not worked out. */
  readonly reads: boolean;
  /** Pools that seldom change are only asked whether they did. */
  readonly watches: boolean;
}

const isPool = (kept: Kept | undefined): kept is Pool => kept !== undefined && 'texts' in kept;

const isNewer = (one: Kept | undefined, than: Pool): boolean =>
  isPool(one) && (one.head > than.head || one.through > than.through);

const nameOf = ({ workspace, column, value }: Scope, embedder: string): string =>
  JSON.stringify([workspace, column, value, embedder]);

/** All of it was loaded. */
const isWhole = ({ changed, touched }: PoolReply): boolean => changed === undefined && touched === undefined;

const changeOf = ({ changed, rows, vectors }: PoolReply): Pick<Change, 'changed' | 'rows' | 'vectors'> => ({
  changed: changed ?? [],
  rows: rows ?? [],
  vectors: vectors ?? [],
});

/**
 * How a pool is to be brought up to date: by what happened since, wholly, or not while it is too large. A session mostly has news,
 * what all of a workspace has of one schema mostly has none: there it is asked first whether it has.
 */
function askedOf(scope: Scope, kept: Kept | undefined, { reads, watches }: Asking): Asked {
  if (kept === undefined) return { scope, kind: 'whole' };
  if (!isPool(kept)) return { scope, kind: 'size', from: kept.from };
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
export class Pools {
  private readonly kept: LRUCache<string, Kept>;
  private readonly mostBytes: number;
  private readonly counts = new TermCounts();

  constructor(
    private readonly database: Database,
    { bytes = DEFAULT_BYTES, mostTexts = MOST_TEXTS }: { readonly bytes?: number; readonly mostTexts?: number } = {},
  ) {
    this.mostBytes = Math.floor(bytes / 2);
    this.mostTexts = mostTexts;
    const sizeCalculation = (one: Kept): number => (isPool(one) ? one.bytes + 1 : 64);
    this.kept = new LRUCache({ maxSize: bytes, sizeCalculation, ttl: IDLE_MS, updateAgeOnGet: true });
  }

  private readonly mostTexts: number;

  /** The record as it is now, with the pools of these scopes. */
  async look(request: LookRequest): Promise<Look> {
    const { workspace, scopes, embedder, vectorise, watches = false } = request;
    const before = scopes.map((scope) => this.kept.get(nameOf(scope, embedder)));
    const reads = vectorise === undefined;
    const counted = this.counts.stateOf(workspace);
    const row = await this.ask(request, {
      countsSince: counted?.through ?? null,
      pools: scopes.map((scope, n) => askedOf(scope, before[n], { reads, watches })),
    });
    const replies = scopes.map((_, n) => row[`pool_${n}`] ?? {});
    if (this.mustForget(request, before, row) || replies.some(({ touched }) => touched === true)) {
      const again = await this.look({ ...request, watches: false });
      return { ...again, queries: again.queries + 1 };
    }
    const { head, through, chunks, total_length: totalLength } = row;
    const state = { through, last: row.last ?? 0 };
    this.counts.moved(workspace, { from: counted, to: state, recent: row.recent });
    const pools = replies.map((reply, n) => this.after(before[n], reply, { head, through, vectorise }));
    pools.forEach((pool, n) => this.keep(nameOf(scopes[n] as Scope, embedder), pool));
    return {
      ...{ ...state, head, chunks, totalLength, stems: row.stems ?? [], queries: 1 },
      pools: pools.map((pool) => (isPool(pool) ? pool : null)),
      hasVectors: reads,
      late: new Map(Object.entries(row.late ?? {})),
    };
  }

  /** Compares what is kept of a scope with a question, before it is known what of it is asked. */
  compareAhead(scopes: readonly Scope[], { embedder, vector }: QueryVector): void {
    for (const scope of scopes) {
      const kept = this.kept.peek(nameOf(scope, embedder));
      if (isPool(kept)) cosinesWith(vector, kept.texts);
    }
  }

  /** Looks where nothing is: the first to ask then waits for neither dictionaries nor plans. */
  async warmUp({ embedder, vectorise }: Pick<LookRequest, 'embedder' | 'vectorise'>): Promise<void> {
    const workspace = '';
    const scopes = [{ workspace, column: 'session' as const, value: '' }];
    const request = { workspace, query: 'warming up', scopes, embedder, vectorise };
    await this.look(request);
    const look = await this.look(request);
    await this.countsOf(workspace, look, new Set(['warm']));
  }

  /** How many texts of a workspace have each stem, as of a look. */
  countsOf(workspace: string, look: Look, stems: ReadonlySet<string>): Promise<Counted> {
    return this.counts.of(this.database, workspace, { state: look, stems });
  }

  /** Bits that texts say, by the statistics of a workspace as of a look; `around` are those that may be asked about next. */
  information(
    workspace: string,
    look: Look,
    about: Record<'texts' | 'around', Iterable<KeptText>>,
  ): ReturnType<TermCounts['information']> {
    return this.counts.information(this.database, workspace, { state: look, among: look.chunks, ...about });
  }

  /** Lets go of pools that hold any of these crumbs: erased texts do not wait in memory for the next look. */
  forget(workspace: string, ids: ReadonlySet<string>): void {
    this.counts.forget(workspace);
    for (const [name, kept] of this.kept.entries()) {
      if (!isPool(kept) || !name.startsWith(JSON.stringify([workspace]).slice(0, -1))) continue;
      if (kept.texts.some(({ id }) => ids.has(id))) this.kept.delete(name);
    }
  }

  private async ask(
    { workspace, query, embedder, vectorise, sql = this.database }: LookRequest,
    about: Pick<LookQuestion, 'countsSince' | 'pools'>,
  ): Promise<LookRow> {
    const reads = vectorise === undefined;
    const known = { workspace, query, most: this.mostTexts, embedder: reads ? embedder : null };
    const { statement, params } = lookStatement({ ...known, ...about });
    const [row] = await sql.query<LookRow>(statement, params);
    if (!row) throw new TypeError('The log has no head.');
    return row;
  }

  /** Another record is in this one's place, or one that was too large no longer is: begin anew. */
  private mustForget({ scopes, embedder }: LookRequest, before: readonly (Kept | undefined)[], row: LookRow): boolean {
    const stale = scopes.filter((_, n) => {
      const kept = before[n];
      if (kept === undefined) return false;
      if (isPool(kept)) return row.head < kept.head || row.through < kept.through;
      return (row[`pool_${n}`]?.size ?? 0) < kept.from;
    });
    for (const scope of stale) this.kept.delete(nameOf(scope, embedder));
    return stale.length > 0;
  }

  private after(before: Kept | undefined, reply: PoolReply, { vectorise, ...at }: After): Kept {
    if (before !== undefined && !isPool(before)) return before;
    const base = isWhole(reply) ? EMPTY_POOL : (before ?? EMPTY_POOL);
    const change = { ...at, ...changeOf(reply) };
    const pool = poolAfter(base, change, vectorise);
    const isLarge = pool.texts.length > this.mostTexts || pool.bytes > this.mostBytes;
    return isLarge ? { from: Math.min(pool.texts.length, this.mostTexts + 1) } : pool;
  }

  /** Looks may overtake each other: an older one never takes the place of a newer. */
  private keep(name: string, kept: Kept): void {
    if (isPool(kept) && isNewer(this.kept.get(name), kept)) return;
    this.kept.set(name, kept);
  }
}
