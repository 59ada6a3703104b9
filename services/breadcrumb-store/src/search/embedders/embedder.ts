/** Turns texts into vectors. Rows of different embedders are never compared, so the name says all that makes them differ. */
export interface Embedder {
  readonly name: string;
  /** Most texts in one call. */
  readonly batch: number;
  /** One unit vector a text, in order. Throws {@link EmbeddingRefused} when the texts themselves are the trouble. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[]>;
  /** Gets ready, so that the first question need not wait. */
  prepare?(): Promise<void>;
  /** Lets go of what it holds; it may be asked again afterwards. */
  close?(): void;
}

/** The server will not embed these texts, however often it is asked. Anything else that goes wrong may pass. */
export class EmbeddingRefused extends Error {
  override readonly name = 'EmbeddingRefused';
}

/** Postgres keeps four bytes of a number: more digits than these are lost anyway. */
const DIGITS = 7;

/** A vector as Postgres reads it. */
export const vectorLiteral = (vector: readonly number[]): string =>
  `[${vector.map((one) => (one === 0 ? '0' : String(Number(one.toPrecision(DIGITS))))).join(',')}]`;

/** The same direction with length 1; null when there is no direction or a number is none. */
export function normalise(vector: readonly number[]): number[] | null {
  const norm = Math.sqrt(vector.reduce((sum, one) => sum + one * one, 0));
  const isWhole = Number.isFinite(norm) && vector.every((one) => Number.isFinite(one));
  return isWhole && norm > 0 ? vector.map((one) => one / norm) : null;
}
