import type { CrumbAuthor } from '@crumbtrail/contracts';
import type { TextStems } from '../embedders/text-stems';
import type { RankableText } from '../rank/question';
import { OutlineStems, type OutlineColumns } from './outline-columns';
import type { OutlineOrigin } from './outline-tables';
import { chunkKey } from './text-chunk';

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
  readonly terms: TextStems;
  readonly fingerprint: number;
  lastCosines: RankableText['lastCosines'] = undefined;

  constructor(
    columns: OutlineColumns,
    /** Its index in the outline. */
    readonly at: number,
  ) {
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
    this.terms = new OutlineStems(columns, at);
    this.fingerprint = columns.fingerprintOf(at);
  }
}
