import type { TextStems } from './text-stems';

/** Turns texts into vectors. Only vectors of the same embedder are compared, so its name contains everything that affects them. */
export interface Embedder {
  readonly name: string;
  /** The maximum number of texts in one call. */
  readonly batch: number;
  /** One unit vector for each text, in order. Throws {@link EmbeddingRefused} when the texts themselves cannot be embedded. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[]>;
  /** Present where a vector is computed faster than it is read: then no vector of this embedder is stored. */
  readonly vectorise?: Vectorise;
  /** Loads the model, so that the first question does not wait for it. */
  prepare?(): Promise<void>;
  /** Releases all resources; the next use acquires them again. */
  close?(): void;
}

/** A unit vector of which each number is so many parts of {@link BYTE_STEPS}. */
export type ByteVector = Int8Array;

/** How many steps a number of a {@link ByteVector} has from 0 to 1. */
export const BYTE_STEPS = 127;

/** A loop, because `Int8Array.from` calls a function for each number. */
export function toByteVector(vector: ArrayLike<number>): ByteVector {
  const bytes = new Int8Array(vector.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.round(BYTE_STEPS * (vector[at] as number));
  return bytes;
}

/** What questions are compared with: a vector of the database, or one that was computed in memory. */
export type TextVector = Float32Array | ByteVector;

/** Computes in memory what questions are compared with. */
export interface Vectorise {
  /** How many numbers a vector has. */
  readonly dimensions: number;
  /** The vector of a text, whose stems are those of the index. */
  compute(this: void, text: string, stems: TextStems): ByteVector;
}

/** The texts cannot be embedded, and a retry cannot succeed. Any other error may be transient. */
export class EmbeddingRefused extends Error {
  override readonly name = 'EmbeddingRefused';
}

/** Scales a vector to length 1; null for a zero vector or one with a number that is not finite. */
export function normalise(vector: readonly number[]): number[] | null {
  const norm = Math.sqrt(vector.reduce((sum, one) => sum + one * one, 0));
  const areFinite = Number.isFinite(norm) && vector.every((one) => Number.isFinite(one));
  return areFinite && norm > 0 ? vector.map((one) => one / norm) : null;
}
