/** A question's vector; only rows of the same embedder are compared with it. */
export interface QueryVector {
  readonly embedder: string;
  readonly vector: readonly number[];
}
