import { lineText, type OutputLine } from '../terminal';
import { wrapText } from '../width';
import { type Listing, type ListingCell, type ListingColumn, type ListingLayout, listingLines } from './listing';

/** A part of an output: a line, a table, or a text that is printed exactly as it is. All but the last are made to fit the terminal. */
export type OutputBlock = OutputLine | Listing | { readonly verbatim: string };

/** An id, with the version and the piece that may follow it. */
const ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})((?:@\d+(?:#\d+)?)?)$/i;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function readCell(text: string): ListingCell {
  const [, id, suffix = ''] = ID.exec(text) ?? [];
  if (id !== undefined) return { id, suffix };
  return TIME.test(text) ? { time: text } : text;
}

/**
 * A table as a part of an output: on a terminal, ids and times in its cells are shortened, and its last column wraps, or is cut where it holds
 * excerpts of texts. Without rows, the line `empty` instead.
 */
export function table(
  headings: readonly (string | ListingColumn)[],
  rows: readonly (readonly string[])[],
  empty: string,
  last: 'wrapped' | 'cut' = 'wrapped',
): OutputBlock[] {
  return [{ columns: headings, rows: rows.map((row) => row.map(readCell)), empty, wrapsLast: last === 'wrapped' }];
}

function layOutBlock(block: OutputBlock, layout: ListingLayout): OutputLine[] {
  if (typeof block === 'object' && 'verbatim' in block) return [block.verbatim];
  if (typeof block === 'object' && 'rows' in block) return listingLines(block, layout);
  if (layout.width === undefined) return [block];
  const lines = wrapText(lineText(block), layout.width);
  return typeof block === 'string' ? lines : lines.map((text) => ({ text, style: block.style }));
}

/** The lines of an output. With a width, none is wider, but for texts that are printed exactly. */
export const layOutBlocks = (blocks: readonly OutputBlock[], layout: ListingLayout): OutputLine[] =>
  blocks.flatMap((block) => layOutBlock(block, layout));
