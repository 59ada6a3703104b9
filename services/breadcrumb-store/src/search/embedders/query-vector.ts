/** The vector of a question. It is compared only with vectors of the same embedder. */
export interface QueryVector {
  /** Name of the embedder. */
  readonly embedder: string;
  /** A unit vector. */
  readonly vector: readonly number[];
}
