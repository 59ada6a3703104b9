import type { Participant } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import type { RankableText } from '../rank/question';
import type { StemmedText } from './information';
import { parseTsvector } from './parse-tsvector';

/** Columns of `chunk k` that a text is kept from. */
export const CHUNK_COLUMNS = `k.crumb_id as id, k.version, k.ordinal, k.chunks, k.position, k.superseded_position, k.session, k.schema_name,
  k.author_kind, k.author_id, k.audience, k.tags, k.imported, k.occurred_at, k.expires_at, k.text, k.text_hash, k.hint_error,
  k.tokens_o200k, k.tokens_cl100k, k.simhash, k.length, k.tsv::text as tsv`;

/** One chunk, straight from a row or through JSON. */
export interface ChunkRow {
  readonly id: string;
  readonly version: number;
  readonly ordinal: number;
  readonly chunks: number;
  readonly position: number;
  readonly superseded_position: number | null;
  readonly session: string | null;
  readonly schema_name: string;
  readonly author_kind: Participant['kind'];
  readonly author_id: string;
  readonly audience: readonly string[];
  readonly tags: readonly string[];
  readonly imported: boolean;
  readonly occurred_at: Date | string;
  readonly expires_at: Date | string | null;
  readonly text: string;
  readonly text_hash: string;
  readonly hint_error: string | null;
  readonly tokens_o200k: number;
  readonly tokens_cl100k: number;
  readonly simhash: string;
  readonly length: number;
  readonly tsv: string;
  /** Bytes of the serving embedder's vector in base64, as Postgres sends them. */
  readonly vector?: string | null;
}

/** Gives a text's unit vector where that is cheaper than reading it. */
export type Vectorise = (text: string) => Float32Array;

/** `vector_send`: two numbers of 16 bits for dimensions and nothing, then floats, all of them big-endian. */
function decodeVector(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64').subarray(4);
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatBE(at * 4));
}

/** Of a vector that is worked out later. */
const BUILT_IN_BYTES = 4 * 384;

/** Many texts have the same author; as one object it is written to the wire once. */
const authors = new LRUCache<string, Participant>({
  max: 10_000,
  memoMethod: (name) => {
    const at = name.indexOf(':');
    return { kind: name.slice(0, at) as Participant['kind'], id: name.slice(at + 1) };
  },
});

const toMilliseconds = (time: Date | string): number => new Date(time).getTime();

export const chunkKey = ({ id, version, ordinal }: Pick<ChunkRow, 'id' | 'version' | 'ordinal'>): string =>
  `${id}:${version}:${ordinal}`;

/** One chunk in memory: what the wall asks of it, what it is ranked by, and what a candidate is made of. */
export class TextChunk implements RankableText, StemmedText {
  readonly key: string;
  readonly id: string;
  readonly ordinal: number;
  readonly position: number;
  readonly occurredAt: number;
  /** The same as the contract has it. */
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
    this.author = authors.memo(`${row.author_kind}:${row.author_id}`);
    this.tags = row.tags;
    this.length = row.length;
    this.session = row.session;
  }

  static from({ vector, tsv, ...row }: ChunkRow, vectorise?: Vectorise): TextChunk {
    return new TextChunk(row, parseTsvector(tsv), vector ? decodeVector(vector) : undefined, vectorise);
  }

  /** A text of which only its cosine with the question is known: one number, to be multiplied by a question of `[1]`. */
  static beside({ cosine, tsv, ...row }: ChunkRow & { readonly cosine: number | null }): TextChunk {
    return new TextChunk(row, parseTsvector(tsv), cosine === null ? undefined : Float32Array.of(cosine));
  }

  /** Worked out when it is first looked at, where that is how the embedder does it. */
  get vector(): Float32Array | undefined {
    if (this.known === undefined && this.vectorise && this.row.text !== '') this.known = this.vectorise(this.row.text);
    return this.known;
  }

  /** The same text with its vector. */
  withVector(base64: string): TextChunk {
    return new TextChunk(this.row, this.terms, decodeVector(base64), this.vectorise);
  }

  /** Roughly, vector and all. */
  get bytes(): number {
    const vector = this.known?.byteLength ?? (this.vectorise ? BUILT_IN_BYTES : 0);
    return 600 + 2 * this.row.text.length + 60 * this.terms.size + vector;
  }
}

/** Time order: when it happened, then position, then place within its crumb. */
export const compareByTime = (a: TextChunk, b: TextChunk): number =>
  a.occurredAt - b.occurredAt || a.position - b.position || a.ordinal - b.ordinal;
