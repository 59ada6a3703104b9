/** Turns texts into vectors. Vectors of different embedders are never compared, so the name contains all that makes them differ. */
export interface Embedder {
  readonly name: string;
  /** The maximum number of texts in one call. */
  readonly batch: number;
  /** One unit vector for each text, in order. Throws {@link EmbeddingRefused} when the texts themselves cannot be embedded. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[]>;
  /** Loads what the first question would otherwise wait for. */
  prepare?(): Promise<void>;
  /** Releases its resources; it acquires them again when used again. */
  close?(): void;
}

/** Computes the unit vector of a text in memory, where that is cheaper than reading it from the database. */
export type Vectorise = (text: string) => Float32Array;

/** These texts cannot be embedded, however often it is tried. Any other error may be transient. */
export class EmbeddingRefused extends Error {
  override readonly name = 'EmbeddingRefused';
}

/** The same direction with length 1; null for a vector without a direction or with a number that is not finite. */
export function normalise(vector: readonly number[]): number[] | null {
  const norm = Math.sqrt(vector.reduce((sum, one) => sum + one * one, 0));
  const areFinite = Number.isFinite(norm) && vector.every((one) => Number.isFinite(one));
  return areFinite && norm > 0 ? vector.map((one) => one / norm) : null;
}
