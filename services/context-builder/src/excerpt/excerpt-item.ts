import type { ContextItem } from '../gather/item';
import type { TextRange } from '../text/blocks';
import { excerptAt } from '../text/excerpt-text';
import { excerptWithLeads } from '../text/lead';

/** Whether a whole text can be a part of a block. */
const mayBePart = ({ enclosing, text, chunks }: ContextItem): boolean =>
  enclosing !== undefined || (chunks > 1 && /```|~~~/.test(text));

/** Adds what the passages of an item are inside of; the item itself where they are inside of nothing. */
function addLead(shown: ContextItem, whole: ContextItem, isEarlier = false): ContextItem {
  const { enclosing, chunk, chunks } = whole;
  const { ranges } = shown;
  if (ranges === undefined && !mayBePart(whole)) return shown;
  const place = { follows: chunk > 0, continues: ranges !== undefined && chunk < chunks - 1, enclosing, isEarlier };
  const lead = excerptWithLeads(whole.text, ranges ?? [{ from: 0, to: whole.text.length }], place);
  if (!lead) return shown;
  return { ...shown, text: lead.text, lead: { ...lead, added: lead.text.length - shown.text.length } };
}

/** The same for a record in which that takes so many characters: as an earlier version did it, where only that takes as many. */
function addRecordedLead(shown: ContextItem, whole: ContextItem, added: number): ContextItem {
  const now = addLead(shown, whole);
  if (now.lead?.added === added) return now;
  const earlier = addLead(shown, whole, true);
  return earlier.lead?.added === added ? earlier : now;
}

/**
 * The item with these passages of its text only; all of its text where they are undefined.
 * @param lead whether it also shows what they are inside of, as the heading row of a table; false for a record that has none, else how many characters
 * that takes there
 */
export function excerptItem(
  item: ContextItem,
  ranges: readonly TextRange[] | undefined,
  lead: boolean | number,
): ContextItem {
  const { text, chunk, chunks } = item;
  const shown =
    ranges === undefined
      ? item
      : { ...item, text: excerptAt(text, ranges, { follows: chunk > 0, continues: chunk < chunks - 1 }), ranges };
  if (typeof lead === 'number') return addRecordedLead(shown, item, lead);
  return lead ? addLead(shown, item) : shown;
}
