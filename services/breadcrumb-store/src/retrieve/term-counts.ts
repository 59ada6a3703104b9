import { LRUCache } from 'lru-cache';
import type { Sql } from '../database/database';
import { informationOf } from './information';
import { MOST_RECENT } from './look-statement';
import { termsOf } from './terms-of';
import { planned } from './visible';

/** What a workspace's statistics depend on: the last of its events, and what texts are indexed through. */
export interface State {
  readonly last: number;
  readonly through: number;
}

/** What changed in them since they were last known. */
export interface Recent {
  readonly events: number;
  /** Something was taken out of them. */
  readonly lost: boolean | null;
  /** `tsvector`s of new texts that count. */
  readonly texts: readonly string[] | null;
}

export interface Counted {
  /** How many texts have each stem asked for. */
  readonly counts: ReadonlyMap<string, number>;
  readonly queries: number;
}

interface Wanted {
  readonly state: State;
  readonly stems: ReadonlySet<string>;
}

interface Stemmed {
  readonly terms: ReadonlyMap<string, number>;
}

interface Saying {
  readonly state: State;
  /** Texts that the statistics know. */
  readonly among: number;
  readonly texts: Iterable<Stemmed>;
}

interface Said {
  readonly bits: ReadonlyMap<Stemmed, number>;
  readonly queries: number;
}

interface Known {
  readonly state: State;
  readonly counts: Map<string, number>;
}

interface Move {
  readonly from: State | null;
  readonly to: State;
  readonly recent: Recent | undefined;
}

const NOTHING: ReadonlyMap<string, number> = new Map();
const MOST_WORKSPACES = 256;
const MOST_STEMS = 500_000;

const COUNTS = planned(`
  select coalesce((select position from index_cursor where kind = 'text'), 0) as through,
    coalesce((select e.position from crumb_event e where e.workspace = $1::text order by e.position desc limit 1), 0) as last,
    (select json_object_agg(d.term, d.df) from unnest($2::text[]) q (term)
     join lateral (select t.term, t.df from term_stat t where t.workspace = $1::text and t.term = q.term offset 0) d on true) as counts`);

interface Row extends State {
  readonly counts: Record<string, number> | null;
}

/** Nothing happened to the statistics between two states. */
const isSame = (one: State, other: State): boolean =>
  one.last === other.last && (one.through === other.through || Math.min(one.through, other.through) >= one.last);

const isFollowable = ({ events, lost }: Recent): boolean => events <= MOST_RECENT && lost !== true;

function countOn(counts: Map<string, number>, texts: readonly string[]): void {
  for (const text of texts)
    for (const stem of termsOf(text).keys()) {
      const before = counts.get(stem);
      if (before !== undefined) counts.set(stem, before + 1);
    }
}

/**
 * How many texts have a stem, remembered by workspace. New texts are counted on, anything else begins anew, so what is
 * remembered is what the database would say.
 */
export class TermCounts {
  private readonly known = new LRUCache<string, Known>({
    max: MOST_WORKSPACES,
    maxSize: MOST_STEMS,
    sizeCalculation: ({ counts }) => counts.size + 1,
  });

  /** What the next look has to tell the changes since. */
  stateOf(workspace: string): State | null {
    return this.known.get(workspace)?.state ?? null;
  }

  /** Follows a look, which began at the state `from`; of looks that overtake each other only the first is followed. */
  moved(workspace: string, { from, to, recent }: Move): void {
    const known = this.known.get(workspace);
    if (known && known.state !== from) return;
    const isFollowed = known && recent && isFollowable(recent) && to.through >= known.state.through;
    const counts = isFollowed ? known.counts : new Map<string, number>();
    if (isFollowed) countOn(counts, recent.texts ?? []);
    this.known.set(workspace, { state: to, counts });
  }

  /** Counts as of a look; what is not remembered is read. To be used at once: what is remembered goes on. */
  async of(sql: Sql, workspace: string, { state, stems }: Wanted): Promise<Counted> {
    const known = this.known.get(workspace);
    const remembered = known && isSame(known.state, state) ? known.counts : new Map<string, number>();
    const unknown: string[] = [];
    for (const stem of stems) if (!remembered.has(stem)) unknown.push(stem);
    if (unknown.length === 0) return { counts: remembered, queries: 0 };
    const counts = new Map<string, number>();
    for (const stem of stems) counts.set(stem, remembered.get(stem) ?? 0);
    for (const [stem, count] of await this.read(sql, workspace, unknown)) counts.set(stem, count);
    return { counts, queries: 1 };
  }

  /** Bits that texts say, as of a look. */
  async information(sql: Sql, workspace: string, { state, among, texts }: Saying): Promise<Said> {
    const known = this.known.get(workspace);
    const remembered = known && isSame(known.state, state) ? known.counts : NOTHING;
    const bits = new Map<Stemmed, number>();
    const unsure: Stemmed[] = [];
    for (const text of texts) {
      const one = informationOf(text.terms, remembered, among);
      if (one === null) unsure.push(text);
      else bits.set(text, one);
    }
    if (unsure.length === 0) return { bits, queries: 0 };
    const stems = new Set(unsure.flatMap(({ terms }) => [...terms.keys()]));
    const { counts, queries } = await this.of(sql, workspace, { state, stems });
    for (const text of unsure) bits.set(text, informationOf(text.terms, counts, among) ?? 0);
    return { bits, queries };
  }

  /** Begins anew: words of what was erased do not stay in memory. */
  forget(workspace: string): void {
    this.known.delete(workspace);
  }

  private async read(sql: Sql, workspace: string, stems: readonly string[]): Promise<[string, number][]> {
    const [row] = await sql.query<Row>(COUNTS, [workspace, stems]);
    if (!row) throw new TypeError('A statement without a table gives one row.');
    const found = new Map(Object.entries(row.counts ?? {}));
    const read = stems.map((stem): [string, number] => [stem, found.get(stem) ?? 0]);
    const known = this.known.get(workspace);
    if (known && isSame(known.state, row)) {
      for (const [stem, count] of read) known.counts.set(stem, count);
      this.known.set(workspace, known);
    }
    return read;
  }
}
