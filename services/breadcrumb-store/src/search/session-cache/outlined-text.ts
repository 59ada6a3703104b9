import type { CrumbAuthor } from '@crumbtrail/contracts';
import type { ByteVector } from '../embedders/embedder';
import type { RankableText, StemPlaces } from '../rank/question';
import type { OutlineColumns } from './outline-columns';
import { OutlineOccurrences } from './outline-occurrences';
import { OutlineStems } from './outline-stems';
import type { OutlineOrigin } from './outline-tables';
import { chunkKey } from './text-chunk';

/** A chunk of an outline, for ranking. Everything is read from the columns: an object with values of its own takes five times as much. */
export class OutlinedText implements RankableText {
  lastCosine: RankableText['lastCosine'] = undefined;

  constructor(
    private readonly columns: OutlineColumns,
    /** Its index in the outline. */
    readonly at: number,
  ) {}

  get id(): string {
    return this.columns.ids[this.at] as string;
  }

  get version(): number {
    return this.columns.versionOf(this.at);
  }

  get ordinal(): number {
    return this.columns.ordinalOf(this.at);
  }

  get key(): string {
    return chunkKey(this);
  }

  get position(): number {
    return this.columns.positionOf(this.at);
  }

  get occurredAt(): number {
    return this.columns.occurredAt(this.at);
  }

  get author(): CrumbAuthor {
    return this.origin.author;
  }

  get tags(): readonly string[] {
    return this.origin.tags;
  }

  get session(): string | null {
    return this.origin.session;
  }

  get length(): number {
    return this.columns.lengthOf(this.at);
  }

  get tokens(): number {
    return this.columns.tokensOf(this.at);
  }

  get terms(): OutlineStems {
    return new OutlineStems(this.columns, this.at);
  }

  get vector(): ByteVector | undefined {
    return this.columns.vectorOf(this.at);
  }

  get fingerprint(): number {
    return this.columns.fingerprintOf(this.at);
  }

  /** Of texts of the same outline. */
  findPlaces(texts: readonly OutlinedText[]): StemPlaces {
    return new OutlineOccurrences(this.columns).add(texts, 0);
  }

  private get origin(): OutlineOrigin {
    return this.columns.tables.origins[this.columns.originOf(this.at)] as OutlineOrigin;
  }
}
