import { LRUCache } from 'lru-cache';
import type { SqlReader } from '../../database/database';
import { computeInformation, findCounters, StemCounter, type StemmedText } from './information';
import { parseTsvector } from './parse-tsvector';
import { MOST_RECENT } from './refresh-statement';
import { SELECT_TERM_COUNTS } from './term-counts-statement';

/** What a workspace's statistics depend on. */
export interface IndexState {
  /** Position of the workspace's last event. */
  readonly last: number;
  /** Position through which texts are indexed. */
  readonly through: number;
}

/** How a workspace's statistics changed since they were last known. */
export interface RecentChanges {
  /** How many events there were. */
  readonly events: number;
  /** Were texts removed from the statistics? */
  readonly lost: boolean | null;
  /** The `tsvector`s of new texts that count. */
  readonly texts: readonly string[] | null;
}

/** Document frequencies by stem. */
export interface StemCounts {
  readonly counts: ReadonlyMap<string, number>;
  /** How many queries it took: 0 or 1. */
  readonly queries: number;
}

interface CountRequest {
  readonly state: IndexState;
  readonly stems: ReadonlySet<string>;
}

interface InformationRequest {
  readonly state: IndexState;
  /** How many texts the statistics count. */
  readonly among: number;
  readonly texts: Iterable<StemmedText>;
  /** Texts that are likely to be requested next: if anything has to be read, their stems are read too. */
  readonly around: Iterable<StemmedText>;
}

interface InformationReply {
  /** The information of each text, in bits. */
  readonly bits: ReadonlyMap<StemmedText, number>;
  readonly queries: number;
}

interface CachedCounts {
  readonly state: IndexState;
  readonly counts: Map<string, StemCounter>;
}

interface StateChange {
  readonly from: IndexState | null;
  readonly to: IndexState;
  readonly recent: RecentChanges | undefined;
}

const NOTHING: ReadonlyMap<string, StemCounter> = new Map();
const MOST_WORKSPACES = 256;
const MOST_STEMS = 500_000;
/** How many stems are read ahead of the texts that need them. */
const MOST_AHEAD = 2_000;

interface CountsRow extends IndexState {
  readonly counts: Record<string, number> | null;
}

/** Are the statistics the same in both states? */
const isSameState = (one: IndexState, other: IndexState): boolean =>
  one.last === other.last && (one.through === other.through || Math.min(one.through, other.through) >= one.last);

const canFollow = ({ events, lost }: RecentChanges): boolean => events <= MOST_RECENT && lost !== true;

function addTexts(counts: ReadonlyMap<string, StemCounter>, tsvectors: readonly string[]): void {
  for (const tsvector of tsvectors) for (const stem of parseTsvector(tsvector).keys()) counts.get(stem)?.add();
}

/** The counters of a text, which keeps them as long as `counts` are the current ones; null where a stem is unknown. */
function findKnownCounters(text: StemmedText, counts: ReadonlyMap<string, StemCounter>): readonly StemCounter[] | null {
  if (text.counted?.by === counts) return text.counted.counters;
  const counters = findCounters(text, counts);
  if (counters !== null) text.counted = { by: counts, counters };
  return counters;
}

/** Adds unknown stems of the texts around, so that the counts of a conversation are not read message by message. */
function addStemsAhead(
  stems: Set<string>,
  around: Iterable<StemmedText>,
  known: ReadonlyMap<string, StemCounter>,
): Set<string> {
  const most = stems.size + MOST_AHEAD;
  for (const text of around) {
    if (findKnownCounters(text, known) !== null) continue;
    for (const stem of text.terms.keys()) if (!known.has(stem)) stems.add(stem);
    if (stems.size >= most) break;
  }
  return stems;
}

/**
 * Caches document frequencies by workspace. New texts are added to them, any other change drops them, so they are always what the
 * database would return.
 */
export class TermCountCache {
  private readonly cached = new LRUCache<string, CachedCounts>({
    max: MOST_WORKSPACES,
    maxSize: MOST_STEMS,
    sizeCalculation: ({ counts }) => counts.size + 1,
  });

  /** The state from which the next refresh must report changes; null if nothing is cached. */
  getState(workspace: string): IndexState | null {
    return this.cached.get(workspace)?.state ?? null;
  }

  /** Applies a refresh that began at the state `from`. Of refreshes that overlap, only the first is applied. */
  follow(workspace: string, { from, to, recent }: StateChange): void {
    const cached = this.cached.get(workspace);
    if (cached && cached.state !== from) return;
    const isFollowed = cached && recent && canFollow(recent) && to.through >= cached.state.through;
    const counts = isFollowed ? cached.counts : new Map<string, StemCounter>();
    if (isFollowed) addTexts(counts, recent.texts ?? []);
    this.cached.set(workspace, { state: to, counts });
  }

  /** Document frequencies in a state; unknown ones are read. */
  async count(sql: SqlReader, workspace: string, { state, stems }: CountRequest): Promise<StemCounts> {
    const known = this.knownCounts(workspace, state);
    const counts = new Map<string, number>();
    const unknown: string[] = [];
    for (const stem of stems) {
      const counter = known.get(stem);
      if (counter === undefined) unknown.push(stem);
      else counts.set(stem, counter.count);
    }
    if (unknown.length === 0) return { counts, queries: 0 };
    for (const [stem, count] of await this.read(sql, workspace, unknown)) counts.set(stem, count);
    return { counts, queries: 1 };
  }

  /** The information of texts in a state; unknown document frequencies are read. */
  async information(
    sql: SqlReader,
    workspace: string,
    { state, among, texts, around }: InformationRequest,
  ): Promise<InformationReply> {
    const known = this.knownCounts(workspace, state);
    const bits = new Map<StemmedText, number>();
    const uncounted: StemmedText[] = [];
    for (const text of texts) {
      const counters = findKnownCounters(text, known);
      if (counters === null) uncounted.push(text);
      else bits.set(text, computeInformation(counters, { texts: among, words: text.length }));
    }
    if (uncounted.length === 0) return { bits, queries: 0 };
    const stems = addStemsAhead(new Set(uncounted.flatMap(({ terms }) => [...terms.keys()])), around, known);
    const { counts, queries } = await this.count(sql, workspace, { state, stems });
    const counters = new Map([...counts].map(([stem, count]) => [stem, new StemCounter(count)]));
    for (const text of uncounted)
      bits.set(text, computeInformation(findCounters(text, counters) ?? [], { texts: among, words: text.length }));
    return { bits, queries };
  }

  /** Drops the counts of a workspace: words of erased texts do not stay in memory. */
  forget(workspace: string): void {
    this.cached.delete(workspace);
  }

  private knownCounts(workspace: string, state: IndexState): ReadonlyMap<string, StemCounter> {
    const cached = this.cached.get(workspace);
    return cached && isSameState(cached.state, state) ? cached.counts : NOTHING;
  }

  private async read(sql: SqlReader, workspace: string, stems: readonly string[]): Promise<[string, number][]> {
    const [row] = await sql.read<CountsRow>(SELECT_TERM_COUNTS, [workspace, stems]);
    if (!row) throw new TypeError('The statement of document frequencies returned no row.');
    const found = new Map(Object.entries(row.counts ?? {}));
    const read = stems.map((stem): [string, number] => [stem, found.get(stem) ?? 0]);
    const cached = this.cached.get(workspace);
    if (cached && isSameState(cached.state, row)) {
      for (const [stem, count] of read) if (!cached.counts.has(stem)) cached.counts.set(stem, new StemCounter(count));
      this.cached.set(workspace, cached);
    }
    return read;
  }
}
