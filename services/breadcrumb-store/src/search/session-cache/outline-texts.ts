import { grow } from '../rank/grow';
import type { ChunkRow } from './text-chunk';

/** What is needed only of chunks that a search returns: the text, and what is sent with it. */
export type ShownColumns = Pick<
  ChunkRow,
  'chunks' | 'imported' | 'text' | 'text_hash' | 'hint_error' | 'tokens_cl100k' | 'simhash'
>;

/** How many hex digits of a text's hash are kept: as many as are sent. */
const HASH_LENGTH = 7;

/** The columns of `chunk k` that {@link ShownColumns} are. */
export const SHOWN_COLUMNS = 'k.chunks, k.imported, k.text, k.text_hash, k.hint_error, k.tokens_cl100k, k.simhash';

const FIRST_BYTES = 16_384;
const FIRST_CHUNKS = 256;

/** Texts as bytes in one buffer, which takes a tenth of the memory that objects would take. */
export class OutlineTexts {
  private bytes = new Uint8Array(FIRST_BYTES);
  private ends = new Int32Array(FIRST_CHUNKS);

  get byteLength(): number {
    return this.bytes.byteLength + this.ends.byteLength;
  }

  append(at: number, shown: ShownColumns): void {
    const { chunks, imported, text, text_hash, hint_error, tokens_cl100k, simhash } = shown;
    const columns = [chunks, imported, text, text_hash.slice(0, HASH_LENGTH), hint_error, tokens_cl100k, simhash];
    this.write(at, Buffer.from(JSON.stringify(columns)));
  }

  copy(at: number, other: OutlineTexts, nth: number): void {
    this.write(at, other.bytes.subarray(other.startOf(nth), other.ends[nth]));
  }

  read(at: number): ShownColumns {
    const start = this.startOf(at);
    const length = (this.ends[at] as number) - start;
    const json = Buffer.from(this.bytes.buffer, start, length).toString();
    const [chunks, imported, text, text_hash, hint_error, tokens_cl100k, simhash] = JSON.parse(json);
    return { chunks, imported, text, text_hash, hint_error, tokens_cl100k, simhash };
  }

  private startOf(at: number): number {
    return at === 0 ? 0 : (this.ends[at - 1] as number);
  }

  private write(at: number, json: Uint8Array): void {
    const start = this.startOf(at);
    this.bytes = grow(this.bytes, start + json.length);
    this.ends = grow(this.ends, at + 1);
    this.bytes.set(json, start);
    this.ends[at] = start + json.length;
  }
}
