import type { Vectorise } from '../embedders/embedder';
import { TextList, type Continuation } from '../rank/text-list';
import { chunkKey, compareByTime, TextChunk, type ChunkRow } from './text-chunk';

/** The indexed texts of a scope as of one position of the log. Never changed, only replaced. */
export interface SessionTexts {
  /** Position through which the text index was complete. */
  readonly through: number;
  /** Last position of the log. */
  readonly head: number;
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
export const NO_TEXTS: SessionTexts = { through: 0, head: 0, list: new TextList([]), bytes: 0 };

function mergeChange(
  texts: SessionTexts,
  { changed, rows, vectors }: SessionTextsChange,
  vectorise?: Vectorise,
): Map<string, TextChunk> {
  const gone = new Set(changed);
  const byKey = new Map(texts.list.texts.flatMap((chunk) => (gone.has(chunk.id) ? [] : [[chunk.key, chunk]])));
  for (const row of rows) byKey.set(chunkKey(row), TextChunk.from(row, vectorise));
  for (const { vector, ...row } of vectors) {
    const chunk = byKey.get(chunkKey(row));
    if (chunk) byKey.set(chunk.key, chunk.withVector(vector));
  }
  return byKey;
}

const sumBytes = (chunks: readonly TextChunk[]): number => chunks.reduce((sum, { bytes }) => sum + bytes, 0);

/** The index of each chunk of a list by its key, and its crumbs. Those of longer lists are in it, too. */
interface KnownChunks {
  readonly places: Map<string, number>;
  readonly ids: Set<string>;
}

function addKnown(known: KnownChunks, chunks: readonly TextChunk[], from: number): KnownChunks {
  for (let at = from; at < chunks.length; at += 1) {
    const chunk = chunks[at] as TextChunk;
    known.places.set(chunk.key, at);
    known.ids.add(chunk.id);
  }
  return known;
}

const KNOWN: Continuation<TextChunk, KnownChunks> = {
  compute: (chunks) => addKnown({ places: new Map(), ids: new Set() }, chunks, 0),
  append: addKnown,
};

type ComparedRow = Pick<ChunkRow, 'text_hash' | 'superseded_position'>;

const isSameChunk = (one: ComparedRow, other: ComparedRow): boolean =>
  one.text_hash === other.text_hash && one.superseded_position === other.superseded_position;

/**
 * The new chunks of a change that only appends: which has no vectors, changes no crumb that has chunks in the list, and all of whose rows
 * are new and later than all chunks. Null for any other change.
 */
function findAppended(
  { list }: SessionTexts,
  { changed, rows, vectors }: SessionTextsChange,
  vectorise?: Vectorise,
): TextChunk[] | null {
  const { places, ids } = list.continued(KNOWN);
  if (vectors.length > 0 || changed.some((id) => ids.has(id))) return null;
  const findKnown = (key: string): TextChunk | undefined => list.texts[places.get(key) ?? list.length];
  const isRepeated = (row: ChunkRow): boolean => {
    const known = findKnown(chunkKey(row));
    return known !== undefined && isSameChunk(known.row, row);
  };
  const added = new Map(rows.filter((row) => !isRepeated(row)).map((row) => [chunkKey(row), row]));
  const chunks = Array.from(added.values(), (row) => TextChunk.from(row, vectorise)).sort(compareByTime);
  const [last, first] = [list.texts.at(-1), chunks[0]];
  if (chunks.some(({ key }) => findKnown(key) !== undefined)) return null;
  return last && first && compareByTime(last, first) >= 0 ? null : chunks;
}

/** Appends chunks. Two requests at once bring the same change: the second continues the list of the first. */
function appendChunks(list: TextList<TextChunk>, chunks: readonly TextChunk[]): TextList<TextChunk> {
  const before = list.appended;
  const isKnown = (chunk: TextChunk, nth: number): boolean => {
    const known = before[nth];
    return known?.key === chunk.key && isSameChunk(known.row, chunk.row);
  };
  return chunks.every(isKnown) ? list.extend(chunks.length) : list.append(chunks);
}

/** The texts after a change. A chunk that did not change stays the same object. */
export function applyChange(texts: SessionTexts, change: SessionTextsChange, vectorise?: Vectorise): SessionTexts {
  const { through, head, changed, rows, vectors } = change;
  if (changed.length + rows.length + vectors.length === 0) return { ...texts, through, head };
  const appended = texts.list.length > 0 ? findAppended(texts, change, vectorise) : null;
  if (appended)
    return { through, head, list: appendChunks(texts.list, appended), bytes: texts.bytes + sumBytes(appended) };
  const chunks = [...mergeChange(texts, change, vectorise).values()].sort(compareByTime);
  return { through, head, list: TextList.growing(chunks), bytes: sumBytes(chunks) };
}
