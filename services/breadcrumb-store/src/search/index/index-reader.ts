import type { Vectorise } from '../embedders/embedder';
import type { QueryVector } from '../embedders/query-vector';

/** A request does not wait for an index that is further behind, as after an import: it would wait in vain. */
export const TOO_FAR_TO_WAIT = 2_000;

/** What retrieval needs of the search index beside its tables. */
export interface IndexReader {
  /**
   * Waits, for a limited time, until texts up to a position are indexed; returns the position through which they are. Returns at once
   * when the index is too far behind to reach it in that time.
   */
  textThrough(position: number): Promise<number>;
  /** The question as a vector of the serving embedder; null where that is not available. */
  embedQuery(query: string): Promise<QueryVector | null>;
  /** Name of the serving embedder. */
  readonly embedder: string;
  /** Computes its vectors of texts in memory; undefined: they are read from the database. */
  readonly vectorise: Vectorise | undefined;
}
