import type { Vectorise } from '../embedders/embedder';
import { TextList } from '../rank/text-list';
import { chunkKey, compareByTime, TextChunk, type ChunkRow } from './text-chunk';

/** The indexed texts of a scope as of one position of the log. Never changed, only replaced. */
export interface SessionTexts {
  /** Position through which the text index was complete. */
  readonly through: number;
  /** Last position of the log. */
  readonly head: number;
  readonly byKey: ReadonlyMap<string, TextChunk>;
  /** In time order. */
  readonly list: TextList<TextChunk>;
  /** Approximate size in memory. */
  readonly bytes: number;
}

/** What a refresh adds to the texts of a scope. */
export interface SessionTextsChange {
  readonly through: number;
  readonly head: number;
  /** Crumbs that were changed after their creation: `rows` holds all chunks that are left of them. */
  readonly changed: readonly string[];
  readonly rows: readonly ChunkRow[];
  /** Vectors of chunks that had none. */
  readonly vectors: readonly ChunkVectorRow[];
}

/** The vector of a chunk, in base64 as in {@link ChunkRow.vector}. */
export interface ChunkVectorRow {
  readonly id: string;
  readonly version: number;
  readonly ordinal: number;
  readonly vector: string;
}

/** The texts of a scope that is not loaded. */
export const NO_TEXTS: SessionTexts = { through: 0, head: 0, byKey: new Map(), list: new TextList([]), bytes: 0 };

function mergeChange(
  texts: SessionTexts,
  { changed, rows, vectors }: SessionTextsChange,
  vectorise?: Vectorise,
): Map<string, TextChunk> {
  const gone = new Set(changed);
  const byKey = new Map([...texts.byKey].filter(([, { id }]) => !gone.has(id)));
  for (const row of rows) byKey.set(chunkKey(row), TextChunk.from(row, vectorise));
  for (const { vector, ...row } of vectors) {
    const chunk = byKey.get(chunkKey(row));
    if (chunk) byKey.set(chunk.key, chunk.withVector(vector));
  }
  return byKey;
}

/** The texts after a change. A chunk that did not change stays the same object. */
export function applyChange(texts: SessionTexts, change: SessionTextsChange, vectorise?: Vectorise): SessionTexts {
  const { through, head, changed, rows, vectors } = change;
  if (changed.length + rows.length + vectors.length === 0) return { ...texts, through, head };
  const byKey = mergeChange(texts, change, vectorise);
  const chunks = [...byKey.values()].sort(compareByTime);
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
  return { through, head, byKey, list: new TextList(chunks), bytes };
}
