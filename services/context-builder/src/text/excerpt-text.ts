import type { TextRange } from './blocks';

/** Marks the place where an excerpt leaves text out. */
export const CUT_MARK = '[…]';

/** What surrounds the piece that an excerpt is taken from. */
export interface ExcerptPlace {
  /** Does text of the same breadcrumb come before the piece, or after it? */
  readonly follows: boolean;
  readonly continues: boolean;
}

const WHOLE: ExcerptPlace = { follows: false, continues: false };

/** The mark between two passages. Those that begin or end a line stay on lines of their own: a code block or the item of a list is none otherwise. */
export function seamBetween(text: string, before: TextRange, after: TextRange): string {
  return text.slice(before.to, after.from).includes('\n') ? `\n${CUT_MARK}\n` : ` ${CUT_MARK} `;
}

const lineAfter = (text: string, { from }: TextRange): string =>
  /\n\s*$/.test(text.slice(Math.max(0, from - 80), from)) ? '\n' : ' ';
const lineBefore = (text: string, { to }: TextRange): string => (/^\s*\n/.test(text.slice(to, to + 80)) ? '\n' : ' ');

/** The mark before the first passage; empty where nothing is left out there. */
export function markBefore(text: string, first: TextRange, { follows }: ExcerptPlace): string {
  return first.from > 0 ? `${CUT_MARK}${lineAfter(text, first)}` : follows ? `${CUT_MARK}\n` : '';
}

/** The mark after the last passage; empty where nothing is left out there. */
export function markAfter(text: string, last: TextRange, { continues }: ExcerptPlace): string {
  return last.to < text.length ? `${lineBefore(text, last)}${CUT_MARK}` : continues ? `\n${CUT_MARK}` : '';
}

/**
 * The passages of a text, with a mark wherever text is left out, also before and after the piece. Positions beyond the end, as in a
 * text that was changed since, show what is there.
 */
export function excerptAt(text: string, ranges: readonly TextRange[], place: ExcerptPlace = WHOLE): string {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last) return CUT_MARK;
  const passages = ranges.map((range, at) => {
    const before = ranges[at - 1];
    return `${before ? seamBetween(text, before, range) : ''}${text.slice(range.from, range.to)}`;
  });
  return `${markBefore(text, first, place)}${passages.join('')}${markAfter(text, last, place)}`;
}

/** Joins two excerpts of neighbouring pieces, with one mark where both leave text out. */
export function joinExcerpts(before: string, after: string): string {
  const twice = before.endsWith(CUT_MARK) && after.startsWith(CUT_MARK);
  return `${before}${twice ? after.slice(CUT_MARK.length) : `\n${after}`}`;
}
