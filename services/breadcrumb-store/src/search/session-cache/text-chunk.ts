import type { CrumbAuthor, EnclosingBlocks, Participant } from '@crumbtrail/contracts';
import { authorOf } from '../../ledger/stored-rows';
import type { TextVector, Vectorise } from '../embedders/embedder';
import type { RenderedChunk } from '../index/text/render-chunks';
import type { TextStems } from '../embedders/text-stems';
import type { RankableText } from '../rank/question';
import type { StemmedText } from './information';
import { parseTsvector } from './parse-tsvector';

/** The columns of `chunk k` that a {@link TextChunk} is built from. */
export const CHUNK_COLUMNS = `k.crumb_id as id, k.version, k.ordinal, k.chunks, k.position, k.superseded_position, k.session, k.schema_name,
  k.author_kind, k.author_id, k.author_name, k.audience, k.informs, k.tags, k.imported, k.occurred_at, k.expires_at, k.text, k.text_hash, k.hint_error,
  k.tokens_o200k, k.tokens_cl100k, k.simhash, k.length, k.tsv::text as tsv`;

/** A row of `chunk`. Times are ISO texts where the row came as JSON. */
export interface ChunkRow extends Omit<RenderedChunk, 'workspace' | 'meaning'> {
  readonly position: number;
  readonly superseded_position: number | null;
  readonly session: string | null;
  readonly schema_name: string;
  readonly author_kind: Participant['kind'];
  readonly author_id: string;
  readonly author_name: string | null;
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

/**
 * Sizes in memory, measured on Node 20. Of a chunk without its text, stems and vector: its row, keys and times, its fingerprint, and its
 * place in the lists of its scope and in what is computed from them.
 */
const FIXED_BYTES = 1_600;
/** Of a stem: its text, and its counter. */
const STEM_BYTES = 32;
/** Of a map, for each of its places; their number is a power of two. */
const PLACE_BYTES = 28;
const LEAST_PLACES = 4;
/** Of a vector besides its numbers. */
const VECTOR_BYTES = 250;

/** Size of a map of stems. */
function stemBytes(stems: number): number {
  const places = 2 ** Math.ceil(Math.log2(Math.max(LEAST_PLACES, stems)));
  return STEM_BYTES * stems + PLACE_BYTES * places;
}

/** Milliseconds since 1970. */
export const toMilliseconds = (time: Date | string | number): number => new Date(time).getTime();

/** The key of a chunk within its workspace. */
export const chunkKey = ({ id, version, ordinal }: Pick<ChunkRow, 'id' | 'version' | 'ordinal'>): string =>
  `${id}:${version}:${ordinal}`;

/** A chunk in memory: the fields that filters, ranking and candidates need. */
export class TextChunk implements RankableText, StemmedText {
  readonly key: string;
  readonly id: string;
  readonly version: number;
  readonly ordinal: number;
  readonly position: number;
  readonly occurredAt: number;
  /** {@link occurredAt} as ISO text. */
  readonly occurred: string;
  readonly expiresAt: number | null;
  readonly author: CrumbAuthor;
  readonly tags: readonly string[];
  readonly length: number;
  readonly tokens: number;
  readonly session: string | null;
  counted: StemmedText['counted'] = undefined;
  fingerprint: RankableText['fingerprint'] = undefined;
  lastCosine: RankableText['lastCosine'] = undefined;
  /** The blocks that it begins inside of, null for none; undefined until the chunks before it were read. */
  enclosing: EnclosingBlocks | null | undefined = undefined;

  private constructor(
    readonly row: Omit<ChunkRow, 'vector' | 'tsv'>,
    readonly terms: TextStems,
    private known?: TextVector,
    private readonly vectorise?: Vectorise,
  ) {
    this.key = chunkKey(row);
    this.id = row.id;
    this.version = row.version;
    this.ordinal = row.ordinal;
    this.position = row.position;
    this.occurredAt = toMilliseconds(row.occurred_at);
    this.occurred = new Date(this.occurredAt).toISOString();
    this.expiresAt = row.expires_at === null ? null : toMilliseconds(row.expires_at);
    this.author = authorOf(row);
    this.tags = row.tags;
    this.length = row.length;
    this.tokens = row.tokens_o200k;
    this.session = row.session;
  }

  static from({ vector, tsv, ...row }: ChunkRow, vectorise?: Vectorise): TextChunk {
    return new TextChunk(row, parseTsvector(tsv), vector ? decodeVector(vector) : undefined, vectorise);
  }

  /** A chunk of which only the cosine with the question `to` is known, or null where the question has no vector. */
  static withCosine(
    { cosine, tsv, ...row }: ChunkRow & { readonly cosine: number | null },
    to: readonly number[] | null,
  ): TextChunk {
    const chunk = new TextChunk(row, parseTsvector(tsv));
    if (to !== null) chunk.lastCosine = { to, cosine: cosine ?? Number.NaN };
    return chunk;
  }

  /** A chunk whose stems are known, and whose vector is not wanted. */
  static withTerms(row: Omit<ChunkRow, 'vector' | 'tsv'>, terms: TextStems): TextChunk {
    return new TextChunk(row, terms);
  }

  /** Computed at the first access where the serving embedder is the built-in one; undefined for a chunk without a vector. */
  get vector(): TextVector | undefined {
    if (this.known === undefined && this.vectorise && this.row.text !== '')
      this.known = this.vectorise.compute(this.row.text, this.terms);
    return this.known;
  }

  /** The same chunk with its vector, which is given as in {@link ChunkRow.vector}. */
  withVector(base64: string): TextChunk {
    return new TextChunk(this.row, this.terms, decodeVector(base64), this.vectorise);
  }

  /** Size in memory with all that is computed from it later, its vector included: rather too much than too little. */
  get bytes(): number {
    const numbers = this.known?.byteLength ?? this.vectorise?.dimensions ?? 0;
    const vector = numbers === 0 ? 0 : VECTOR_BYTES + numbers;
    return FIXED_BYTES + 2 * this.row.text.length + stemBytes(this.terms.size) + vector;
  }
}

/** Time order: by time, then position, then ordinal. */
export const compareByTime = (a: TextChunk, b: TextChunk): number =>
  a.occurredAt - b.occurredAt || a.position - b.position || a.ordinal - b.ordinal;
