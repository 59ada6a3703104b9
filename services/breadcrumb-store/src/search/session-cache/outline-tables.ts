import type { CrumbAuthor } from '@crumbtrail/contracts';
import { authorOf } from '../../ledger/stored-rows';
import type { ShownColumns } from './outline-texts';
import type { ChunkRow } from './text-chunk';

/** What an outline is made of: everything that filters and ranking look at; what is shown of a chunk is kept only where there is room for texts. */
export type OutlineRow = Pick<
  ChunkRow,
  | 'id'
  | 'version'
  | 'ordinal'
  | 'position'
  | 'superseded_position'
  | 'session'
  | 'schema_name'
  | 'author_kind'
  | 'author_id'
  | 'author_name'
  | 'audience'
  | 'informs'
  | 'tags'
  | 'occurred_at'
  | 'expires_at'
  | 'tokens_o200k'
  | 'length'
  | 'tsv'
> &
  ShownColumns;

/** What many chunks of a session have in common. */
export interface OutlineOrigin {
  readonly row: Pick<ChunkRow, 'schema_name' | 'audience' | 'informs'>;
  readonly session: string | null;
  readonly author: CrumbAuthor;
  readonly tags: readonly string[];
}

/** Sizes in memory, measured on Node 20: of a stem with its number and its value, and an origin without its tags. */
const STEM_BYTES = 90;
const ORIGIN_BYTES = 800;
const TAG_BYTES = 60;

interface KnownValues {
  /** The map; words of erased texts are not kept in memory by it. */
  readonly of: WeakRef<object>;
  readonly values: unknown[];
}

/** The stems and origins of a session, each with its number. Outlines of later states share them, and only add to them. */
export class OutlineTables {
  readonly stems: string[] = [];
  readonly origins: OutlineOrigin[] = [];
  bytes = 0;
  /** What is known of a map's values, by number of the stem. */
  private known: KnownValues | undefined;
  private readonly stemNumbers = new Map<string, number>();
  private readonly originNumbers = new Map<string, number>();

  findStem(stem: string): number | undefined {
    return this.stemNumbers.get(stem);
  }

  numberStem(stem: string): number {
    const known = this.stemNumbers.get(stem);
    if (known !== undefined) return known;
    this.bytes += STEM_BYTES;
    this.stemNumbers.set(stem, this.stems.length);
    return this.stems.push(stem) - 1;
  }

  /** What is known of the values of a map that never loses or replaces any, by number of the stem. May be added to. */
  valuesOf<Value>(of: ReadonlyMap<string, Value>): (Value | undefined)[] {
    const { known, stems } = this;
    if (known?.of.deref() === of && known.values.length >= stems.length) return known.values as (Value | undefined)[];
    const values = new Array<Value | undefined>(stems.length).fill(undefined);
    this.known = { of: new WeakRef(of), values };
    return values;
  }

  numberOrigin(row: OutlineRow): number {
    const { schema_name, audience, informs, tags, session } = row;
    const author = authorOf(row);
    const name = JSON.stringify([schema_name, author.kind, author.id, author.name, audience, informs, tags]);
    const known = this.originNumbers.get(name);
    if (known !== undefined) return known;
    this.bytes += ORIGIN_BYTES + 2 * name.length + TAG_BYTES * tags.length;
    this.originNumbers.set(name, this.origins.length);
    return this.origins.push({ row: { schema_name, audience, informs }, session, author, tags }) - 1;
  }
}
