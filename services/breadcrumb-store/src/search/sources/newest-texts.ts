import type { FoundText } from '../retrieve/candidate';
import type { TextChunk } from '../session-cache/text-chunk';

const compareNewest = (a: TextChunk, b: TextChunk): number =>
  b.occurredAt - a.occurredAt || b.position - a.position || a.ordinal - b.ordinal;

/** Texts in a given order, each worth less than the one before. */
export function scoreByOrder(texts: readonly TextChunk[]): FoundText[] {
  return texts.map((text, at) => ({ text, score: 1 / (at + 1), scores: { recency: 1 / (at + 1) } }));
}

/** The newest crumbs with all their pieces, newest first; `texts` in time order. */
export function takeNewest(texts: readonly TextChunk[], limit: number): FoundText[] {
  const ids = new Set<string>();
  let from = texts.length;
  while (from > 0 && (ids.size < limit || ids.has((texts[from - 1] as TextChunk).id))) {
    from -= 1;
    ids.add((texts[from] as TextChunk).id);
  }
  return scoreByOrder(texts.slice(from).sort(compareNewest));
}
