import type { ContextItem } from '../gather/item';
import type { TextRange } from '../text/blocks';
import { excerptAt } from '../text/excerpt-text';
import { excerptWithLeads } from '../text/lead';

/** Whether a whole text can be a part of a block. */
const mayBePart = ({ enclosing, text, chunks }: ContextItem): boolean =>
  enclosing !== undefined || (chunks > 1 && /```|~~~/.test(text));

/** Adds what the passages of an item are inside of; the item itself where they are inside of nothing. */
function addLead(shown: ContextItem, whole: ContextItem): ContextItem {
  const { enclosing, chunk, chunks } = whole;
  const { ranges } = shown;
  if (ranges === undefined && !mayBePart(whole)) return shown;
  const place = { follows: chunk > 0, continues: ranges !== undefined && chunk < chunks - 1 };
  const lead = excerptWithLeads(whole.text, ranges ?? [{ from: 0, to: whole.text.length }], { ...place, enclosing });
  if (!lead) return shown;
  return { ...shown, text: lead.text, lead: { ...lead, added: lead.text.length - shown.text.length } };
}

/**
 * The item with these passages of its text only; all of its text where they are undefined.
 * @param hasLead whether it also shows what they are inside of, as the heading row of a table; false for a record that has none
 */
export function excerptItem(
  item: ContextItem,
  ranges: readonly TextRange[] | undefined,
  hasLead: boolean,
): ContextItem {
  const { text, chunk, chunks } = item;
  const shown =
    ranges === undefined
      ? item
      : { ...item, text: excerptAt(text, ranges, { follows: chunk > 0, continues: chunk < chunks - 1 }), ranges };
  return hasLead ? addLead(shown, item) : shown;
}
