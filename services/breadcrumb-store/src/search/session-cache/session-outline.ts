import { OutlineColumns } from './outline-columns';
import { OutlineTables, type OutlineOrigin, type OutlineRow } from './outline-tables';
import type { ShownColumns } from './outline-texts';
import { OutlinedText } from './outlined-text';
import { chunkKey, toMilliseconds, type ChunkRow } from './text-chunk';

/** How much the words of a question weigh in a chunk. */
export interface WordWeights {
  readonly weights: ReadonlyMap<string, number>;
  /** The worth of a stem that occurs so often in a chunk of this many stems. */
  readonly saturate: (times: number, length: number) => number;
}

/** Which chunks of an outline the same viewers see, and the time span in which that is so. */
export interface OutlineView {
  /** Milliseconds since 1970, inclusive. */
  readonly since: number;
  /** Milliseconds since 1970, exclusive: then the next chunk expires. */
  readonly until: number;
  /** Indexes of the chunks. */
  readonly places: Int32Array;
}

interface KnownView extends OutlineView {
  /** How many chunks of the outline it was made of. */
  readonly length: number;
}

/** A view of all chunks, from that of the first and that of the others. */
function joinViews(known: OutlineView, more: OutlineView): OutlineView {
  const places = new Int32Array(known.places.length + more.places.length);
  places.set(known.places);
  places.set(more.places, known.places.length);
  return { since: more.since, until: Math.min(known.until, more.until), places };
}

/** How many views are kept, and what each of them takes for a chunk. */
const MOST_VIEWS = 4;
const VIEW_BYTES = Int32Array.BYTES_PER_ELEMENT;

/** How large outlines may become. */
export interface OutlineLimits {
  /** Size in memory of one without texts. */
  readonly mostBytes: number;
  /** Size in memory of one with texts. */
  readonly mostBytesWithTexts: number;
}

/**
 * The chunks of a session that is too large for memory, in time order: what filters look at, the stems as numbers, and the texts where
 * there is room for them. It takes some 400 bytes for a message of 18 words, and 300 more for its text. As of one position of the log;
 * never changed, only replaced.
 */
export class SessionOutline {
  /** Position through which the text index was complete. */
  readonly through: number;
  /** Last position of the log. */
  readonly head: number;

  private constructor(
    private readonly columns: OutlineColumns,
    /** How many of the columns' chunks are those of this state. */
    readonly length: number,
    { through, head }: OutlinePosition,
    /** Shared with the states that this one was appended to, which have fewer chunks. */
    private readonly views = new Map<string, KnownView>(),
  ) {
    this.through = through;
    this.head = head;
  }

  static empty(keepsTexts: boolean): SessionOutline {
    return new SessionOutline(new OutlineColumns(new OutlineTables(), keepsTexts), 0, { through: 0, head: 0 });
  }

  /** Size in memory. */
  get bytes(): number {
    return this.columns.bytes + this.columns.tables.bytes + MOST_VIEWS * VIEW_BYTES * this.length;
  }

  /** Last position at which a chunk changed. As of this or a later position, what viewers see depends only on the time. */
  get lastChange(): number {
    return this.columns.lastChange;
  }

  /** The view under a name at a time in milliseconds; `compute` returns that of the chunks from an index on, where it is not known. */
  view(name: string, now: number, compute: (from: number) => OutlineView): OutlineView {
    const { views, length } = this;
    const known = views.get(name);
    if (known && known.length > length) return compute(0);
    const isValid = known !== undefined && known.since <= now && now < known.until;
    if (isValid && known.length === length) return known;
    const view = isValid ? joinViews(known, compute(known.length)) : compute(0);
    if (views.size >= MOST_VIEWS && !known) views.clear();
    views.set(name, { ...view, length });
    return view;
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

  /** Milliseconds since 1970; Infinity for a chunk that does not expire. */
  expiresAt(at: number): number {
    return this.columns.expiresAt(at);
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

  get keepsTexts(): boolean {
    return this.columns.texts !== null;
  }

  /** What is shown of a chunk, where texts are kept. */
  shownAt(at: number): ShownColumns | undefined {
    return this.columns.texts?.read(at);
  }

  /** The row of a chunk with what is shown of it. Members are written out: spreading hundreds of objects takes a megabyte. */
  rowAt(at: number, shown: ShownColumns): Omit<ChunkRow, 'tsv' | 'vector'> {
    const { columns } = this;
    const { row, session, author, tags } = this.origins[columns.originOf(at)] as OutlineOrigin;
    const superseded = columns.supersededAt(at);
    const expires = columns.expiresAt(at);
    return {
      id: this.idOf(at),
      version: columns.versionOf(at),
      ordinal: columns.ordinalOf(at),
      position: columns.positionOf(at),
      superseded_position: superseded === Infinity ? null : superseded,
      session,
      schema_name: row.schema_name,
      author_kind: author.kind,
      author_id: author.id,
      author_name: author.name ?? null,
      audience: row.audience,
      informs: row.informs,
      tags,
      occurred_at: new Date(columns.occurredAt(at)),
      expires_at: expires === Infinity ? null : new Date(expires),
      tokens_o200k: columns.tokensOf(at),
      length: columns.lengthOf(at),
      chunks: shown.chunks,
      imported: shown.imported,
      text: shown.text,
      text_hash: shown.text_hash,
      hint_error: shown.hint_error,
      tokens_cl100k: shown.tokens_cl100k,
      simhash: shown.simhash,
    };
  }

  /** The outline as far as it fits: with its texts, else without them, else null. */
  fitInto({ mostBytes, mostBytesWithTexts }: OutlineLimits): SessionOutline | null {
    const fits = !this.keepsTexts || this.bytes <= mostBytesWithTexts;
    const fitting = fits ? this : this.withoutTexts();
    return fitting.bytes <= mostBytes ? fitting : null;
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
  apply({ changed, rows: given, ...position }: OutlineChange): SessionOutline {
    const rows = sortRows(given);
    const { columns, length, views } = this;
    if (rows.length + changed.length === 0) return new SessionOutline(columns, length, position, views);
    const known = changed.length > 0 ? 0 : this.countAppended(rows);
    const added = rows.slice(known);
    if (changed.length > 0 || !this.mayAppend(added, length + known)) {
      const merged = this.merge(rows, new Set(changed));
      return new SessionOutline(merged, merged.length, position);
    }
    for (const row of added) columns.append(row);
    return new SessionOutline(columns, length + rows.length, position, views);
  }

  /** How many of the rows another state has appended after this one's chunks already: two requests at once bring the same change. */
  private countAppended(rows: readonly OutlineRow[]): number {
    const first = rows.findIndex((row, nth) => !this.columns.holds(this.length + nth, row));
    return first < 0 ? rows.length : first;
  }

  /**
   * Only the newest state, which has all chunks of the columns, may append to columns that it shares with older ones, which do not look
   * beyond their own length, and only what is newer than all its chunks.
   */
  private mayAppend([first]: readonly OutlineRow[], length: number): boolean {
    if (first === undefined) return true;
    if (this.columns.length !== length) return false;
    return length === 0 || compareRows(this.orderOf(length - 1), first) < 0;
  }

  private orderOf(at: number): OrderedChunk {
    const { columns } = this;
    return {
      occurred_at: columns.occurredAt(at),
      position: columns.positionOf(at),
      ordinal: columns.ordinalOf(at),
    };
  }

  private withoutTexts(): SessionOutline {
    return new SessionOutline(this.merge([], new Set(), false), this.length, this);
  }

  private merge(rows: readonly OutlineRow[], gone: ReadonlySet<string>, keepsTexts = this.keepsTexts): OutlineColumns {
    const merged = new OutlineColumns(this.columns.tables, keepsTexts);
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

interface OutlinePosition {
  readonly through: number;
  readonly head: number;
}

/** What a refresh adds to an outline. */
export interface OutlineChange extends OutlinePosition {
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
