/** The vector of a question. It is compared only with vectors of the same embedder. */
export interface QueryVector {
  /** Name of the embedder. */
  readonly embedder: string;
  /** What the database has to compare it with: the embedder's vectors of texts, or their meanings (`chunk.meaning`); null: nothing. */
  readonly stored: 'vectors' | 'meanings' | null;
  /** A unit vector. */
  readonly vector: readonly number[];
}
