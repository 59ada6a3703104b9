import type { ContextItem } from '../gather/item';
import type { TextRange } from '../text/blocks';
import { excerptAt } from '../text/excerpt-text';

/** The item with these passages of its text only; the item itself where they are undefined. */
export function excerptItem(item: ContextItem, ranges: readonly TextRange[] | undefined): ContextItem {
  if (ranges === undefined) return item;
  const { text, chunk, chunks } = item;
  return { ...item, text: excerptAt(text, ranges, { follows: chunk > 0, continues: chunk < chunks - 1 }), ranges };
}
