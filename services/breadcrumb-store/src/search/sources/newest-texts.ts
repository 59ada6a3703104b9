import type { RankedText } from '../rank/rank-texts';
import type { TextChunk } from '../session-cache/text-chunk';

const compareNewest = (a: TextChunk, b: TextChunk): number =>
  b.occurredAt - a.occurredAt || b.position - a.position || a.ordinal - b.ordinal;

/** Scores chunks by their order: 1, 1/2, 1/3 and so on. */
export function scoreByOrder(chunks: readonly TextChunk[]): RankedText<TextChunk>[] {
  return chunks.map((text, at) => ({ text, score: 1 / (at + 1), scores: { recency: 1 / (at + 1) } }));
}

/** The newest `limit` crumbs with all their chunks, newest first; `chunks` are in time order. */
export function takeNewest(chunks: readonly TextChunk[], limit: number): RankedText<TextChunk>[] {
  const ids = new Set<string>();
  let from = chunks.length;
  while (from > 0 && (ids.size < limit || ids.has((chunks[from - 1] as TextChunk).id))) {
    from -= 1;
    ids.add((chunks[from] as TextChunk).id);
  }
  return scoreByOrder(chunks.slice(from).sort(compareNewest));
}
