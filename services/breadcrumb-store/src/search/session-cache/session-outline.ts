import { LRUCache } from 'lru-cache';
import { TextList } from '../rank/text-list';
import { OutlineColumns, type OutlineContents } from './outline-columns';
import { OutlineTables, type OutlineOrigin, type OutlineRow } from './outline-tables';
import type { ShownColumns } from './outline-texts';
import { OutlinedText } from './outlined-text';
import { chunkKey, toMilliseconds, type ChunkRow } from './text-chunk';

/** Chunks of an outline that the same viewers see, and the time span in which that is so. */
export interface SeenChunks {
  /** Milliseconds since 1970, inclusive. */
  readonly since: number;
  /** Milliseconds since 1970, exclusive: then the next chunk expires. */
  readonly until: number;
  readonly texts: readonly OutlinedText[];
}

interface OutlineView {
  readonly since: number;
  readonly until: number;
  readonly list: TextList<OutlinedText>;
  /** How many chunks of the outline it was made of. */
  readonly length: number;
}

/** What a state shares with those that it was appended to, which have fewer chunks, and with those that are appended to it. */
interface SharedState {
  /** The chunks for ranking, created when first wanted. */
  readonly outlined: OutlinedText[];
  readonly views: LRUCache<string, OutlineView>;
}

const holdsAt = ({ since, until }: OutlineView, now: number): boolean => since <= now && now < until;

/** A view of an outline of this length: what was seen of it when it was shorter, if that still holds, and what is seen of the others. */
function extendView(known: OutlineView | null, { since, until, texts }: SeenChunks, length: number): OutlineView {
  if (known === null) return { since, until, list: TextList.growing(texts), length };
  return { since, until: Math.min(known.until, until), list: known.list.append(texts), length };
}

/** How many views are kept, and what each of them takes for a chunk, with what is computed from it. */
const MOST_VIEWS = 8;
const VIEW_BYTES = 8;

/** How large outlines may become. */
export interface OutlineLimits {
  /** Size in memory of one without texts. */
  readonly mostBytes: number;
  /** Size in memory of one with texts. */
  readonly mostBytesWithTexts: number;
}

/**
 * The chunks of a session that is too large for memory, in time order: what filters and ranking look at, with the stems as numbers, and the texts
 * where there is room for them. It takes some 850 bytes for a message of 18 words, and 300 more for its text. As of one position of the log;
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
    private readonly shared: SharedState = { outlined: [], views: new LRUCache({ max: MOST_VIEWS }) },
  ) {
    this.through = through;
    this.head = head;
  }

  static empty(contents: OutlineContents): SessionOutline {
    return new SessionOutline(new OutlineColumns(new OutlineTables(), contents), 0, { through: 0, head: 0 });
  }

  /** Size in memory. */
  get bytes(): number {
    return this.columns.bytes + this.columns.tables.bytes + MOST_VIEWS * VIEW_BYTES * this.length;
  }

  /** Last position at which a chunk changed. As of this or a later position, what viewers see depends only on the time. */
  get lastChange(): number {
    return this.columns.lastChange;
  }

  /** The list under a name at a time in milliseconds; `find` returns what is seen of the chunks from an index on, where it is not known. */
  view(name: string, now: number, find: (from: number) => SeenChunks): TextList<OutlinedText> {
    const { shared, length } = this;
    const known = shared.views.get(name);
    if (known && known.length > length) return new TextList(find(0).texts);
    const current = known && holdsAt(known, now) ? known : null;
    if (current?.length === length) return current.list;
    const view = extendView(current, find(current?.length ?? 0), length);
    shared.views.set(name, view);
    return view.list;
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
    return (this.shared.outlined[at] ??= new OutlinedText(this.columns, at));
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

  /**
   * The outline after a change. `changed` are the ids of crumbs that were changed after their creation: `rows` holds all chunks that are
   * left of them. Rows may be given twice.
   */
  apply({ changed, rows: given, ...position }: OutlineChange): SessionOutline {
    const rows = sortRows(given);
    const { columns, length, shared } = this;
    if (rows.length + changed.length === 0) return new SessionOutline(columns, length, position, shared);
    const known = changed.length > 0 ? 0 : this.countAppended(rows);
    const added = rows.slice(known);
    if (changed.length > 0 || !this.mayAppend(added, length + known)) {
      const merged = this.merge(rows, new Set(changed));
      return new SessionOutline(merged, merged.length, position);
    }
    for (const row of added) columns.append(row);
    return new SessionOutline(columns, length + rows.length, position, shared);
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
    const { tables, contents } = this.columns;
    const merged = new OutlineColumns(tables, { ...contents, keepsTexts });
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
