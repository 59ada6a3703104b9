import { byTime, KeptText, keyOf, type ChunkRow, type Vectorise } from './kept-text';

/** The indexed texts of a scope as of one state of the record; never changed, only replaced. */
export interface Pool {
  /** What the text index was complete through. */
  readonly through: number;
  /** The last position of the log. */
  readonly head: number;
  readonly byKey: ReadonlyMap<string, KeptText>;
  /** In time order. */
  readonly texts: readonly KeptText[];
  readonly bytes: number;
}

/** What a later look at the record adds to a pool. */
export interface Change {
  readonly through: number;
  readonly head: number;
  /** Crumbs to which anything but their creation happened: all that is left of them is in `rows`. */
  readonly changed: readonly string[];
  readonly rows: readonly ChunkRow[];
  readonly vectors: readonly VectorRow[];
}

export interface VectorRow {
  readonly id: string;
  readonly version: number;
  readonly ordinal: number;
  readonly vector: string;
}

/** Nothing is known yet. */
export const EMPTY_POOL: Pool = { through: 0, head: 0, byKey: new Map(), texts: [], bytes: 0 };

function merged(pool: Pool, { changed, rows, vectors }: Change, vectorise?: Vectorise): Map<string, KeptText> {
  const gone = new Set(changed);
  const byKey = new Map([...pool.byKey].filter(([, { id }]) => !gone.has(id)));
  for (const row of rows) byKey.set(keyOf(row), KeptText.from(row, vectorise));
  for (const { vector, ...row } of vectors) {
    const text = byKey.get(keyOf(row));
    if (text) byKey.set(text.key, text.withVector(vector));
  }
  return byKey;
}

/** The pool after a change. A text to which nothing happened stays the same object. */
export function poolAfter(pool: Pool, change: Change, vectorise?: Vectorise): Pool {
  const { through, head, changed, rows, vectors } = change;
  if (changed.length + rows.length + vectors.length === 0) return { ...pool, through, head };
  const byKey = merged(pool, change, vectorise);
  const texts = [...byKey.values()].sort(byTime);
  return { through, head, byKey, texts, bytes: texts.reduce((sum, text) => sum + text.bytes, 0) };
}
