import { createHash } from 'node:crypto';
import type { ByteVector, Vectorise } from '../embedders/embedder';
import { fingerprintText } from '../rank/repeated-texts';
import { grow } from '../rank/grow';
import { OutlinePostings } from './outline-postings';
import type { OutlineOrigin, OutlineRow, OutlineTables } from './outline-tables';
import { OutlineTexts } from './outline-texts';
import { parseTsvector } from './parse-tsvector';
import { toMilliseconds } from './text-chunk';

/** Size in memory of an id, measured on Node 20. */
const ID_BYTES = 72;

const OCCURRED = 0;
const POSITION = 1;
const SUPERSEDED = 2;
const EXPIRES = 3;
const FINGERPRINT = 4;
const TIMES = 5;

const VERSION = 0;
const ORDINAL = 1;
const LENGTH = 2;
const TOKENS = 3;
const ORIGIN = 4;
/** Where the terms of the chunk end; those of the first chunk begin at 0. */
const END = 5;
const NUMBERS = 6;

const HASH_BYTES = 6;

/** A number for the fingerprint of a text, so that it takes 8 bytes; 0 for none. */
function hashFingerprint(fingerprint: string): number {
  return fingerprint === '' ? 0 : createHash('sha1').update(fingerprint).digest().readUIntBE(0, HASH_BYTES);
}

/** How many chunks and terms a table has room for at first. */
const FIRST_CHUNKS = 256;
const FIRST_TERMS = 4_096;
/** A stem that occurs more often in one chunk counts as this many. */
const MOST_TIMES = 255;

/** What an outline keeps of its chunks. */
export interface OutlineContents {
  readonly keepsTexts: boolean;
  /** Computes the vectors; null: there are none. */
  readonly vectorise: Vectorise | null;
}

/** Size in memory of what ranking keeps of a chunk, measured on Node 20: an object for it and its cosine, and its places in the lists of its session. */
const RANKED_BYTES = 350;

/** The chunks of an outline as arrays of numbers. */
export class OutlineColumns {
  readonly ids: string[] = [];
  times = new Float64Array(FIRST_CHUNKS * TIMES);
  numbers = new Int32Array(FIRST_CHUNKS * NUMBERS);
  terms = new Int32Array(FIRST_TERMS);
  frequencies = new Uint8Array(FIRST_TERMS);
  private vectors = new Int8Array(0);
  readonly postings = new OutlinePostings();
  /** Last position at which a chunk changed. */
  lastChange = 0;
  /** Null where texts are not kept. */
  readonly texts: OutlineTexts | null;

  constructor(
    readonly tables: OutlineTables,
    readonly contents: OutlineContents,
  ) {
    this.texts = contents.keepsTexts ? new OutlineTexts() : null;
  }

  get length(): number {
    return this.ids.length;
  }

  get bytes(): number {
    const { times, numbers, terms, frequencies, vectors } = this;
    const arrays = [times, numbers, terms, frequencies, vectors].reduce((sum, { byteLength }) => sum + byteLength, 0);
    return arrays + this.postings.bytes + (this.texts?.byteLength ?? 0) + (ID_BYTES + RANKED_BYTES) * this.length;
  }

  /** Index of a chunk's first term in `terms`. */
  startOf(at: number): number {
    return at === 0 ? 0 : this.endOf(at - 1);
  }

  /** Index in `terms` after the last of a chunk. */
  endOf(at: number): number {
    return this.numbers[at * NUMBERS + END] as number;
  }

  /** The chunk that an index in `terms` belongs to. */
  chunkOf(term: number): number {
    let at = this.postings.chunkNear(term);
    while (this.endOf(at) <= term) at += 1;
    return at;
  }

  versionOf(at: number): number {
    return this.numbers[at * NUMBERS + VERSION] as number;
  }

  ordinalOf(at: number): number {
    return this.numbers[at * NUMBERS + ORDINAL] as number;
  }

  lengthOf(at: number): number {
    return this.numbers[at * NUMBERS + LENGTH] as number;
  }

  tokensOf(at: number): number {
    return this.numbers[at * NUMBERS + TOKENS] as number;
  }

  /** Index of a chunk's origin in the tables. */
  originOf(at: number): number {
    return this.numbers[at * NUMBERS + ORIGIN] as number;
  }

  /** Milliseconds since 1970. */
  occurredAt(at: number): number {
    return this.times[at * TIMES + OCCURRED] as number;
  }

  positionOf(at: number): number {
    return this.times[at * TIMES + POSITION] as number;
  }

  /** Infinity for a chunk that is not superseded. */
  supersededAt(at: number): number {
    return this.times[at * TIMES + SUPERSEDED] as number;
  }

  /** Milliseconds since 1970; Infinity for a chunk that does not expire. */
  expiresAt(at: number): number {
    return this.times[at * TIMES + EXPIRES] as number;
  }

  /** See {@link RankableText.fingerprint}. */
  fingerprintOf(at: number): number {
    return this.times[at * TIMES + FINGERPRINT] as number;
  }

  /** The vector of a chunk; undefined where there is none. */
  vectorOf(at: number): ByteVector | undefined {
    const dimensions = this.contents.vectorise?.dimensions;
    return dimensions === undefined ? undefined : this.vectors.subarray(at * dimensions, (at + 1) * dimensions);
  }

  /** Is the chunk at this place, if there is one, this row, as it is now? */
  holds(at: number, row: OutlineRow): boolean {
    if (at >= this.length || this.ids[at] !== row.id) return false;
    const isSameVersion = this.versionOf(at) === row.version && this.ordinalOf(at) === row.ordinal;
    return isSameVersion && this.supersededAt(at) === (row.superseded_position ?? Infinity);
  }

  append(row: OutlineRow): void {
    const at = this.length;
    const terms = parseTsvector(row.tsv);
    let end = this.makeRoom(at, terms.size);
    for (const [stem, times] of terms) {
      const number = this.tables.numberStem(stem);
      this.terms[end] = number;
      this.frequencies[end] = Math.min(MOST_TIMES, times);
      this.postings.append(end, number, at);
      end += 1;
    }
    const expires = row.expires_at === null ? Infinity : toMilliseconds(row.expires_at);
    const superseded = row.superseded_position ?? Infinity;
    const origin = this.tables.numberOrigin(row);
    const { author, session } = this.tables.origins[origin] as OutlineOrigin;
    const fingerprint = hashFingerprint(fingerprintText({ author, session, terms }));
    this.times.set([toMilliseconds(row.occurred_at), row.position, superseded, expires, fingerprint], at * TIMES);
    this.numbers.set([row.version, row.ordinal, row.length, row.tokens_o200k, origin, end], at * NUMBERS);
    this.lastChange = Math.max(this.lastChange, row.position, row.superseded_position ?? 0);
    this.texts?.append(at, row);
    this.writeVector(at, (vectorise) => vectorise.compute(row.text, terms));
    this.ids.push(row.id);
  }

  /** Appends a chunk of other columns that have the same tables, and its text if these keep texts. */
  copy(other: OutlineColumns, nth: number): void {
    const at = this.length;
    const [from, to] = [other.startOf(nth), other.endOf(nth)];
    const start = this.makeRoom(at, to - from);
    this.terms.set(other.terms.subarray(from, to), start);
    this.frequencies.set(other.frequencies.subarray(from, to), start);
    for (let end = start; end < start + to - from; end += 1) this.postings.append(end, this.terms[end] as number, at);
    this.times.set(other.times.subarray(nth * TIMES, (nth + 1) * TIMES), at * TIMES);
    this.numbers.set(other.numbers.subarray(nth * NUMBERS, (nth + 1) * NUMBERS), at * NUMBERS);
    this.numbers[at * NUMBERS + END] = start + to - from;
    this.lastChange = Math.max(this.lastChange, other.lastChange);
    if (other.texts) this.texts?.copy(at, other.texts, nth);
    this.writeVector(at, () => other.vectorOf(nth) as ByteVector);
    this.ids.push(other.ids[nth] as string);
  }

  private writeVector(at: number, compute: (vectorise: Vectorise) => ByteVector): void {
    const { vectorise } = this.contents;
    if (vectorise === null) return;
    this.vectors = grow(this.vectors, (at + 1) * vectorise.dimensions);
    this.vectors.set(compute(vectorise), at * vectorise.dimensions);
  }

  /** Makes room for a chunk with so many terms, and returns where they begin. */
  private makeRoom(at: number, terms: number): number {
    const start = this.startOf(at);
    this.times = grow(this.times, (at + 1) * TIMES);
    this.numbers = grow(this.numbers, (at + 1) * NUMBERS);
    this.terms = grow(this.terms, start + terms);
    this.frequencies = grow(this.frequencies, start + terms);
    return start;
  }
}
