import type { Participant } from '@crumbtrail/contracts';
import type { Vectorise } from '../embedders/embedder';
import type { RenderedChunk } from '../index/text/render-chunks';
import type { RankableText } from '../rank/question';
import type { StemmedText } from './information';
import { parseTsvector } from './parse-tsvector';

/** The columns of `chunk k` that a {@link TextChunk} is built from. */
export const CHUNK_COLUMNS = `k.crumb_id as id, k.version, k.ordinal, k.chunks, k.position, k.superseded_position, k.session, k.schema_name,
  k.author_kind, k.author_id, k.audience, k.informs, k.tags, k.imported, k.occurred_at, k.expires_at, k.text, k.text_hash, k.hint_error,
  k.tokens_o200k, k.tokens_cl100k, k.simhash, k.length, k.tsv::text as tsv`;

/** A row of `chunk`. Times are ISO texts where the row came as JSON. */
export interface ChunkRow extends Omit<RenderedChunk, 'workspace'> {
  readonly position: number;
  readonly superseded_position: number | null;
  readonly session: string | null;
  readonly schema_name: string;
  readonly author_kind: Participant['kind'];
  readonly author_id: string;
  readonly audience: readonly string[];
  readonly informs: readonly string[] | null;
  readonly tags: readonly string[];
  readonly imported: boolean;
  readonly occurred_at: Date | string;
  readonly expires_at: Date | string | null;
  readonly length: number;
  readonly tsv: string;
  /** The serving embedder's vector: the bytes of `vector_send` in base64. */
  readonly vector?: string | null;
}

/** Length of what `vector_send` writes before the floats: the number of dimensions and a zero, 16 bits each. */
const HEADER_BYTES = 4;

/**
 * Decodes `vector_send`, which is big-endian. Not the work of the `pgvector` package: it reads the text form only, which at 384
 * dimensions is 4.5 KB and takes 83 µs to parse, against 2.1 KB and 6 µs here. Its parser in the driver would not be called either,
 * because the rows of a statement batch come as JSON.
 */
function decodeVector(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  const vector = new Float32Array((bytes.length - HEADER_BYTES) / 4);
  for (let at = 0; at < vector.length; at++) vector[at] = bytes.readFloatBE(HEADER_BYTES + at * 4);
  return vector;
}

/** Size of a vector that is not computed yet. */
const BUILT_IN_BYTES = 4 * 384;

const toMilliseconds = (time: Date | string): number => new Date(time).getTime();

/** The key of a chunk within its workspace. */
export const chunkKey = ({ id, version, ordinal }: Pick<ChunkRow, 'id' | 'version' | 'ordinal'>): string =>
  `${id}:${version}:${ordinal}`;

/** A chunk in memory: the fields that filters, ranking and candidates need. */
export class TextChunk implements RankableText, StemmedText {
  readonly key: string;
  readonly id: string;
  readonly ordinal: number;
  readonly position: number;
  readonly occurredAt: number;
  /** {@link occurredAt} as ISO text. */
  readonly occurred: string;
  readonly expiresAt: number | null;
  readonly author: Participant;
  readonly tags: readonly string[];
  readonly length: number;
  readonly session: string | null;
  counted: StemmedText['counted'] = undefined;
  fingerprint: RankableText['fingerprint'] = undefined;
  lastCosine: RankableText['lastCosine'] = undefined;

  private constructor(
    readonly row: Omit<ChunkRow, 'vector' | 'tsv'>,
    readonly terms: ReadonlyMap<string, number>,
    private known?: Float32Array,
    private readonly vectorise?: Vectorise,
  ) {
    this.key = chunkKey(row);
    this.id = row.id;
    this.ordinal = row.ordinal;
    this.position = row.position;
    this.occurredAt = toMilliseconds(row.occurred_at);
    this.occurred = new Date(this.occurredAt).toISOString();
    this.expiresAt = row.expires_at === null ? null : toMilliseconds(row.expires_at);
    this.author = { kind: row.author_kind, id: row.author_id };
    this.tags = row.tags;
    this.length = row.length;
    this.session = row.session;
  }

  static from({ vector, tsv, ...row }: ChunkRow, vectorise?: Vectorise): TextChunk {
    return new TextChunk(row, parseTsvector(tsv), vector ? decodeVector(vector) : undefined, vectorise);
  }

  /**
   * A chunk of which only the cosine with the question is known: its vector is that one number, to be compared with the question
   * `[1]`.
   */
  static withCosine({ cosine, tsv, ...row }: ChunkRow & { readonly cosine: number | null }): TextChunk {
    return new TextChunk(row, parseTsvector(tsv), cosine === null ? undefined : Float32Array.of(cosine));
  }

  /** Computed at the first access where the serving embedder is the built-in one; undefined for a chunk without a vector. */
  get vector(): Float32Array | undefined {
    if (this.known === undefined && this.vectorise && this.row.text !== '') this.known = this.vectorise(this.row.text);
    return this.known;
  }

  /** The same chunk with its vector, which is given as in {@link ChunkRow.vector}. */
  withVector(base64: string): TextChunk {
    return new TextChunk(this.row, this.terms, decodeVector(base64), this.vectorise);
  }

  /** Approximate size in memory, vector included. */
  get bytes(): number {
    const vector = this.known?.byteLength ?? (this.vectorise ? BUILT_IN_BYTES : 0);
    return 600 + 2 * this.row.text.length + 60 * this.terms.size + vector;
  }
}

/** Time order: by time, then position, then ordinal. */
export const compareByTime = (a: TextChunk, b: TextChunk): number =>
  a.occurredAt - b.occurredAt || a.position - b.position || a.ordinal - b.ordinal;
