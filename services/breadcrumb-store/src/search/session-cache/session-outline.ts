import type { CrumbAuthor } from '@crumbtrail/contracts';
import type { RankableText } from '../rank/question';
import { OutlineColumns, OutlineTables, type OutlineOrigin, type OutlineRow } from './outline-columns';
import { chunkKey, toMilliseconds } from './text-chunk';

/** A chunk of an outline, for ranking. */
export class OutlinedText implements RankableText {
  readonly key: string;
  readonly id: string;
  readonly version: number;
  readonly ordinal: number;
  readonly position: number;
  readonly occurredAt: number;
  readonly author: CrumbAuthor;
  readonly tags: readonly string[];
  readonly length: number;
  readonly tokens: number;
  readonly session: string | null;
  readonly terms: ReadonlyMap<string, number>;
  fingerprint: RankableText['fingerprint'] = undefined;
  lastCosine: RankableText['lastCosine'] = undefined;

  constructor(columns: OutlineColumns, at: number) {
    const { author, tags, session } = columns.tables.origins[columns.originOf(at)] as OutlineOrigin;
    this.id = columns.ids[at] as string;
    this.version = columns.versionOf(at);
    this.ordinal = columns.ordinalOf(at);
    this.key = chunkKey(this);
    this.position = columns.positionOf(at);
    this.occurredAt = columns.occurredAt(at);
    this.author = author;
    this.tags = tags;
    this.session = session;
    this.length = columns.lengthOf(at);
    this.tokens = columns.tokensOf(at);
    const terms = new Map<string, number>();
    const end = columns.endOf(at);
    for (let nth = columns.startOf(at); nth < end; nth += 1)
      terms.set(columns.tables.stems[columns.terms[nth] as number] as string, columns.frequencies[nth] as number);
    this.terms = terms;
  }
}

/** How much the words of a question weigh in a chunk. */
export interface WordWeights {
  readonly weights: ReadonlyMap<string, number>;
  /** The worth of a stem that occurs so often in a chunk of this many stems. */
  readonly saturate: (times: number, length: number) => number;
}

/**
 * The chunks of a session that is too large for memory, in time order, without their texts: what filters look at, and the stems as
 * numbers. It takes some 400 bytes for a message of 18 words. As of one position of the log; never changed, only replaced.
 */
export class SessionOutline {
  private constructor(
    private readonly columns: OutlineColumns,
    /** How many of the columns' chunks are those of this state. */
    readonly length: number,
    /** Position through which the text index was complete. */
    readonly through: number,
    /** Last position of the log. */
    readonly head: number,
  ) {}

  static empty(): SessionOutline {
    return new SessionOutline(new OutlineColumns(new OutlineTables()), 0, 0, 0);
  }

  /** Size in memory. */
  get bytes(): number {
    return this.columns.bytes + this.columns.tables.bytes;
  }

  get origins(): readonly OutlineOrigin[] {
    return this.columns.tables.origins;
  }

  /** Index of a chunk's origin in {@link origins}. */
  originOf(at: number): number {
    return this.columns.originOf(at);
  }

  idOf(at: number): string {
    return this.columns.ids[at] as string;
  }

  tokensOf(at: number): number {
    return this.columns.tokensOf(at);
  }

  occurredAt(at: number): number {
    return this.columns.occurredAt(at);
  }

  positionOf(at: number): number {
    return this.columns.positionOf(at);
  }

  /** Is the chunk of a version that is current at a position, and not expired at a time in milliseconds? */
  isLive(at: number, position: number, now: number): boolean {
    const { columns } = this;
    if (columns.positionOf(at) > position || columns.supersededAt(at) <= position) return false;
    return columns.expiresAt(at) > now;
  }

  textAt(at: number): OutlinedText {
    return new OutlinedText(this.columns, at);
  }

  has(ids: ReadonlySet<string>): boolean {
    for (let at = 0; at < this.length; at += 1) if (ids.has(this.idOf(at))) return true;
    return false;
  }

  /** The total worth of a question's words in each chunk. Looks only at the chunks that have any. */
  weigh({ weights, saturate }: WordWeights): Float64Array {
    const { columns, length } = this;
    const { tables, postings, frequencies } = columns;
    const worth = new Float64Array(length);
    for (const [stem, weight] of weights) {
      const number = tables.findStem(stem);
      if (number === undefined || weight === 0) continue;
      for (let term = postings.lastOf(number); term >= 0; term = postings.previousOf(term)) {
        const at = columns.chunkOf(term);
        if (at >= length) continue;
        const more = weight * saturate(frequencies[term] as number, columns.lengthOf(at));
        worth[at] = (worth[at] as number) + more;
      }
    }
    return worth;
  }

  /**
   * The outline after a change. `changed` are the ids of crumbs that were changed after their creation: `rows` holds all chunks that are
   * left of them. Rows may be given twice.
   */
  apply({ through, head, changed, rows: given }: OutlineChange): SessionOutline {
    const rows = sortRows(given);
    const replace = (columns: OutlineColumns, length: number): SessionOutline =>
      new SessionOutline(columns, length, through, head);
    if (rows.length + changed.length === 0) return replace(this.columns, this.length);
    if (changed.length > 0 || !this.mayAppend(rows)) {
      const merged = this.merge(rows, new Set(changed));
      return replace(merged, merged.length);
    }
    for (const row of rows) this.columns.append(row);
    return replace(this.columns, this.columns.length);
  }

  /**
   * Only the newest state may append to columns that it shares with older ones, which do not look beyond their own length, and only what
   * is newer than all its chunks.
   */
  private mayAppend([first]: readonly OutlineRow[]): boolean {
    if (first === undefined || this.columns.length !== this.length) return false;
    return this.length === 0 || compareRows(this.orderOf(this.length - 1), first) < 0;
  }

  private orderOf(at: number): OrderedChunk {
    const { columns } = this;
    return {
      occurred_at: columns.occurredAt(at),
      position: columns.positionOf(at),
      ordinal: columns.ordinalOf(at),
    };
  }

  private merge(rows: readonly OutlineRow[], gone: ReadonlySet<string>): OutlineColumns {
    const merged = new OutlineColumns(this.columns.tables);
    let next = 0;
    for (let at = 0; at < this.length; at += 1) {
      if (gone.has(this.idOf(at))) continue;
      const order = this.orderOf(at);
      for (; next < rows.length && compareRows(rows[next] as OutlineRow, order) < 0; next += 1)
        merged.append(rows[next] as OutlineRow);
      merged.copy(this.columns, at);
    }
    for (const row of rows.slice(next)) merged.append(row);
    return merged;
  }
}

/** What a refresh adds to an outline. */
export interface OutlineChange {
  readonly through: number;
  readonly head: number;
  readonly changed: readonly string[];
  readonly rows: readonly OutlineRow[];
}

interface OrderedChunk {
  readonly occurred_at: Date | string | number;
  readonly position: number;
  readonly ordinal: number;
}

/** Time order, as `compareByTime` for chunks in memory. */
const compareRows = (a: OrderedChunk, b: OrderedChunk): number =>
  toMilliseconds(a.occurred_at) - toMilliseconds(b.occurred_at) || a.position - b.position || a.ordinal - b.ordinal;

const sortRows = (rows: readonly OutlineRow[]): OutlineRow[] =>
  [...new Map(rows.map((row) => [chunkKey(row), row])).values()].sort(compareRows);
