import { LRUCache } from 'lru-cache';
import type { Sql } from '../../database/database';
import { StemCounter, findCounters, computeInformation, type StemmedText } from './information';
import { MOST_RECENT } from './refresh-statement';
import { parseTsvector } from './parse-tsvector';
import { prepared } from '../filter/chunk-filter.sql';

/** What a workspace's statistics depend on: the last of its events, and what texts are indexed through. */
export interface IndexState {
  readonly last: number;
  readonly through: number;
}

/** What changed in them since they were last known. */
export interface RecentChanges {
  readonly events: number;
  /** Something was taken out of them. */
  readonly lost: boolean | null;
  /** `tsvector`s of new texts that count. */
  readonly texts: readonly string[] | null;
}

export interface StemCounts {
  /** How many texts have each stem asked for. */
  readonly counts: ReadonlyMap<string, number>;
  readonly queries: number;
}

interface CountRequest {
  readonly state: IndexState;
  readonly stems: ReadonlySet<string>;
}

interface InformationRequest {
  readonly state: IndexState;
  /** Texts that the statistics know. */
  readonly among: number;
  readonly texts: Iterable<StemmedText>;
  /** Texts that are likely to be asked about next: where anything is read, their stems are too. */
  readonly around: Iterable<StemmedText>;
}

interface InformationReply {
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
/** Stems that are read before anybody asks about them. */
const MOST_AHEAD = 2_000;

const COUNTS = prepared(`
  select coalesce((select position from index_cursor where kind = 'text'), 0) as through,
    coalesce((select e.position from crumb_event e where e.workspace = $1::text order by e.position desc limit 1), 0) as last,
    (select json_object_agg(d.term, d.df) from unnest($2::text[]) q (term)
     join lateral (select t.term, t.df from term_stat t where t.workspace = $1::text and t.term = q.term offset 0) d on true) as counts`);

interface CountsRow extends IndexState {
  readonly counts: Record<string, number> | null;
}

/** Nothing happened to the statistics between two states. */
const isSameState = (one: IndexState, other: IndexState): boolean =>
  one.last === other.last && (one.through === other.through || Math.min(one.through, other.through) >= one.last);

const canFollow = ({ events, lost }: RecentChanges): boolean => events <= MOST_RECENT && lost !== true;

function addTexts(counts: ReadonlyMap<string, StemCounter>, texts: readonly string[]): void {
  for (const text of texts) for (const stem of parseTsvector(text).keys()) counts.get(stem)?.add();
}

/** These stems, and those of texts around that are not remembered either, so that a conversation is not read word by word. */
function addStemsAhead(
  stems: Set<string>,
  around: Iterable<StemmedText>,
  known: ReadonlyMap<string, StemCounter>,
): Set<string> {
  const most = stems.size + MOST_AHEAD;
  for (const { terms } of around) {
    for (const stem of terms.keys()) if (!known.has(stem)) stems.add(stem);
    if (stems.size >= most) break;
  }
  return stems;
}

/** A text holds on to its counters as long as they are what is remembered. */
function findKnownCounters(text: StemmedText, counts: ReadonlyMap<string, StemCounter>): readonly StemCounter[] | null {
  if (text.counted?.by === counts) return text.counted.counters;
  const counters = findCounters(text, counts);
  if (counters !== null) text.counted = { by: counts, counters };
  return counters;
}

/**
 * How many texts have a stem, remembered by workspace. New texts are counted on, anything else begins anew, so what is
 * remembered is what the database would say.
 */
export class TermCountCache {
  private readonly known = new LRUCache<string, CachedCounts>({
    max: MOST_WORKSPACES,
    maxSize: MOST_STEMS,
    sizeCalculation: ({ counts }) => counts.size + 1,
  });

  /** What the next look has to tell the changes since. */
  getState(workspace: string): IndexState | null {
    return this.known.get(workspace)?.state ?? null;
  }

  /** Follows a look, which began at the state `from`; of looks that overtake each other only the first is followed. */
  follow(workspace: string, { from, to, recent }: StateChange): void {
    const known = this.known.get(workspace);
    if (known && known.state !== from) return;
    const isFollowed = known && recent && canFollow(recent) && to.through >= known.state.through;
    const counts = isFollowed ? known.counts : new Map<string, StemCounter>();
    if (isFollowed) addTexts(counts, recent.texts ?? []);
    this.known.set(workspace, { state: to, counts });
  }

  /** Counts as of a look; what is not remembered is read. */
  async count(sql: Sql, workspace: string, { state, stems }: CountRequest): Promise<StemCounts> {
    const remembered = this.knownCounts(workspace, state);
    const counts = new Map<string, number>();
    const unknown: string[] = [];
    for (const stem of stems) {
      const counter = remembered.get(stem);
      if (counter === undefined) unknown.push(stem);
      else counts.set(stem, counter.count);
    }
    if (unknown.length === 0) return { counts, queries: 0 };
    for (const [stem, count] of await this.read(sql, workspace, unknown)) counts.set(stem, count);
    return { counts, queries: 1 };
  }

  /** Bits that texts say, as of a look. */
  async information(
    sql: Sql,
    workspace: string,
    { state, among, texts, around }: InformationRequest,
  ): Promise<InformationReply> {
    const remembered = this.knownCounts(workspace, state);
    const bits = new Map<StemmedText, number>();
    const unsure: StemmedText[] = [];
    for (const text of texts) {
      const counters = findKnownCounters(text, remembered);
      if (counters === null) unsure.push(text);
      else bits.set(text, computeInformation(counters, among));
    }
    if (unsure.length === 0) return { bits, queries: 0 };
    const stems = addStemsAhead(new Set(unsure.flatMap(({ terms }) => [...terms.keys()])), around, remembered);
    const { counts, queries } = await this.count(sql, workspace, { state, stems });
    const counters = new Map([...counts].map(([stem, count]) => [stem, new StemCounter(count)]));
    for (const text of unsure) bits.set(text, computeInformation(findCounters(text, counters) ?? [], among));
    return { bits, queries };
  }

  /** Begins anew: words of what was erased do not stay in memory. */
  forget(workspace: string): void {
    this.known.delete(workspace);
  }

  private knownCounts(workspace: string, state: IndexState): ReadonlyMap<string, StemCounter> {
    const known = this.known.get(workspace);
    return known && isSameState(known.state, state) ? known.counts : NOTHING;
  }

  private async read(sql: Sql, workspace: string, stems: readonly string[]): Promise<[string, number][]> {
    const [row] = await sql.query<CountsRow>(COUNTS, [workspace, stems]);
    if (!row) throw new TypeError('A statement without a table gives one row.');
    const found = new Map(Object.entries(row.counts ?? {}));
    const read = stems.map((stem): [string, number] => [stem, found.get(stem) ?? 0]);
    const known = this.known.get(workspace);
    if (known && isSameState(known.state, row)) {
      for (const [stem, count] of read) if (!known.counts.has(stem)) known.counts.set(stem, new StemCounter(count));
      this.known.set(workspace, known);
    }
    return read;
  }
}
