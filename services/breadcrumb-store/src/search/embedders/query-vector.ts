/** The vector of a question. It is compared only with vectors of the same embedder. */
export interface QueryVector {
  /** Name of the embedder. */
  readonly embedder: string;
  /** Are the vectors of texts in the database? Those of an embedder that computes them in memory are not. */
  readonly isStored: boolean;
  /** A unit vector. */
  readonly vector: readonly number[];
}
