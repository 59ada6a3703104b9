import { compareByTime, TextChunk, chunkKey, type ChunkRow, type Vectorise } from './text-chunk';

/** The indexed texts of a scope as of one state of the record; never changed, only replaced. */
export interface SessionTexts {
  /** What the text index was complete through. */
  readonly through: number;
  /** The last position of the log. */
  readonly head: number;
  readonly byKey: ReadonlyMap<string, TextChunk>;
  /** In time order. */
  readonly texts: readonly TextChunk[];
  readonly bytes: number;
}

/** What a later look at the record adds to a pool. */
export interface SessionTextsChange {
  readonly through: number;
  readonly head: number;
  /** Crumbs to which anything but their creation happened: all that is left of them is in `rows`. */
  readonly changed: readonly string[];
  readonly rows: readonly ChunkRow[];
  readonly vectors: readonly ChunkVectorRow[];
}

export interface ChunkVectorRow {
  readonly id: string;
  readonly version: number;
  readonly ordinal: number;
  readonly vector: string;
}

/** Nothing is known yet. */
export const NO_TEXTS: SessionTexts = { through: 0, head: 0, byKey: new Map(), texts: [], bytes: 0 };

function mergeChange(
  pool: SessionTexts,
  { changed, rows, vectors }: SessionTextsChange,
  vectorise?: Vectorise,
): Map<string, TextChunk> {
  const gone = new Set(changed);
  const byKey = new Map([...pool.byKey].filter(([, { id }]) => !gone.has(id)));
  for (const row of rows) byKey.set(chunkKey(row), TextChunk.from(row, vectorise));
  for (const { vector, ...row } of vectors) {
    const text = byKey.get(chunkKey(row));
    if (text) byKey.set(text.key, text.withVector(vector));
  }
  return byKey;
}

/** The pool after a change. A text to which nothing happened stays the same object. */
export function applyChange(pool: SessionTexts, change: SessionTextsChange, vectorise?: Vectorise): SessionTexts {
  const { through, head, changed, rows, vectors } = change;
  if (changed.length + rows.length + vectors.length === 0) return { ...pool, through, head };
  const byKey = mergeChange(pool, change, vectorise);
  const texts = [...byKey.values()].sort(compareByTime);
  return { through, head, byKey, texts, bytes: texts.reduce((sum, text) => sum + text.bytes, 0) };
}
