import type { Found } from './candidate';
import type { KeptText } from './kept-text';

const byNewest = (a: KeptText, b: KeptText): number =>
  b.occurredAt - a.occurredAt || b.position - a.position || a.ordinal - b.ordinal;

/** Texts in a given order, each worth less than the one before. */
export function inOrder(texts: readonly KeptText[]): Found[] {
  return texts.map((text, at) => ({ text, score: 1 / (at + 1), scores: { recency: 1 / (at + 1) } }));
}

/** The newest crumbs with all their pieces, newest first; `texts` in time order. */
export function newest(texts: readonly KeptText[], limit: number): Found[] {
  const ids = new Set<string>();
  let from = texts.length;
  while (from > 0 && (ids.size < limit || ids.has((texts[from - 1] as KeptText).id))) {
    from -= 1;
    ids.add((texts[from] as KeptText).id);
  }
  return inOrder(texts.slice(from).sort(byNewest));
}
