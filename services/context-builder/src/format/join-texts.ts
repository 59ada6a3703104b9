import type { ContextItem } from '../gather/item';
import { CUT_MARK, joinExcerpts } from '../text/excerpt-text';
import { ELLIPSIS } from '../text/truncate';

/** A chunk, and its text as it would be shown alone: an excerpt or truncated where it is too long. */
export interface ChunkText {
  readonly item: ContextItem;
  readonly text: string;
}

/** Chunks of one crumb as one text. */
export interface JoinedText {
  readonly first: ContextItem;
  /** The last one. */
  readonly item: ContextItem;
  readonly text: string;
  /** The text without the end of the code block that its last chunk is in, where it was written there. */
  readonly unclosed?: string | undefined;
}

const isSameCrumb = (before: ContextItem, item: ContextItem): boolean =>
  before.id === item.id && before.version === item.version;

const startsMarked = (text: string): boolean => text.startsWith(CUT_MARK) || text.startsWith(ELLIPSIS);
const endsMarked = (text: string): boolean => text.endsWith(CUT_MARK) || text.endsWith(ELLIPSIS);

/** A truncated text has lost the end of its code block. */
const unclosedOf = ({ item, text }: ChunkText): string | undefined =>
  text === item.text ? item.lead?.unclosed : undefined;

/** The lines before the first passage of a chunk that say what it is inside of. */
const prefixOf = ({ item: { lead }, text }: ChunkText): string =>
  lead !== undefined && text.startsWith(lead.prefix) ? lead.prefix : '';

/** A text with one more chunk that is still inside of the same block: the block does not end between them, and the lead is left out. */
function continueBlock({ first, text, unclosed = text }: JoinedText, next: ChunkText, seam: string): JoinedText {
  const from = prefixOf(next).length;
  const open = unclosedOf(next)?.slice(from);
  return {
    first,
    item: next.item,
    text: `${unclosed}${seam}${next.text.slice(from)}`,
    unclosed: open === undefined ? undefined : `${unclosed}${seam}${open}`,
  };
}

/** A text with one more chunk that is shown with its lead, if it has one. */
function appendChunk({ first, item: last, text }: JoinedText, next: ChunkText): JoinedText {
  const isNext = next.item.chunk === last.chunk + 1;
  const isMarked = isNext || text.endsWith(CUT_MARK) || next.text.startsWith(CUT_MARK);
  const joined = isMarked ? joinExcerpts(text, next.text) : `${text}\n${ELLIPSIS}\n${next.text}`;
  // What the closed and the open text have after this is all that they differ in.
  const open = unclosedOf(next);
  const { length } = next.item.lead?.prefix ?? '';
  const before = joined.length - (next.text.length - length);
  return {
    first,
    item: next.item,
    text: joined,
    unclosed: open === undefined ? undefined : `${joined.slice(0, before)}${open.slice(length)}`,
  };
}

/** Whether a chunk follows the text without anything left out between them. */
function followsDirectly({ item: last, text, unclosed = text }: JoinedText, next: ChunkText): boolean {
  const { chunk, ranges } = next.item;
  if (chunk !== last.chunk + 1 || endsMarked(unclosed)) return false;
  return (ranges?.[0]?.from ?? 0) === 0 && !startsMarked(next.text.slice(prefixOf(next).length));
}

/** Whether the text says already what a chunk is inside of. */
function showsLead({ text, unclosed = text }: JoinedText, next: ChunkText): boolean {
  const { lead } = next.item;
  return lead !== undefined && prefixOf(next) !== '' && unclosed.includes(lead.core);
}

/** A text with one more chunk. */
function joinChunk(before: JoinedText, next: ChunkText): JoinedText {
  if (followsDirectly(before, next)) return continueBlock(before, next, '\n');
  if (!showsLead(before, next)) return appendChunk(before, next);
  const { text, unclosed = text } = before;
  return continueBlock(before, next, unclosed.endsWith(CUT_MARK) ? '\n' : `\n${CUT_MARK}\n`);
}

/** A text that begins with this chunk, and says so where chunks before it are missing. */
function beginWith(next: ChunkText): JoinedText {
  const { item, text } = next;
  if (item.chunk > 0 && !startsMarked(text)) return { first: item, item, text: `${ELLIPSIS}\n${text}` };
  return { first: item, item, text, unclosed: unclosedOf(next) };
}

/** A text that ends with its last chunk, and says so where chunks after it are missing. */
function markEnd(joined: JoinedText): JoinedText {
  const { item, text } = joined;
  return item.chunk >= item.chunks - 1 || endsMarked(text) ? joined : { ...joined, text: `${text}\n${ELLIPSIS}` };
}

/**
 * Joins the consecutive chunks of one crumb into one text; an ellipsis marks missing chunks before, between and after them. What several of
 * them are inside of is shown once.
 */
export function joinTexts(chunks: readonly ChunkText[]): JoinedText[] {
  const joined: JoinedText[] = [];
  for (const next of chunks) {
    const last = joined.at(-1);
    if (last && isSameCrumb(last.item, next.item)) joined[joined.length - 1] = joinChunk(last, next);
    else joined.push(beginWith(next));
  }
  return joined.map(markEnd);
}
