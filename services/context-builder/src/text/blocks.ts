import { isRowOfDashes, LINE_START, readFence } from '@crumbtrail/hints';

/** A part of a text: the characters from `from` up to, but not including, `to`. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A line of a text, without its line break. */
export interface TextLine extends TextRange {
  /** Is it part of a code block or of a table? */
  readonly block: boolean;
}

/** The lines of a text, or of a part of it that begins and ends where lines do. */
export function listLines(text: string, part: TextRange = { from: 0, to: text.length }): TextRange[] {
  const lines: TextRange[] = [];
  for (let from = part.from; from <= part.to;) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? part.to : Math.min(end, part.to);
    lines.push({ from, to });
    from = to + 1;
  }
  return lines;
}

const beginningOf = (text: string, { from, to }: TextRange): string =>
  text.slice(from, Math.min(to, from + LINE_START));

/** Which lines are in code blocks, their fences included; a block without an end goes on to the end of the text. */
function markCode(
  beginnings: readonly string[],
  starts: boolean,
): { readonly code: boolean[]; readonly open: boolean } {
  let open: string | null = starts ? '' : null;
  const code = beginnings.map((line) => {
    const fence = readFence(line);
    if (fence === null) return open !== null;
    if (open === null) open = fence.mark;
    else if (!fence.opens && fence.mark.startsWith(open)) open = null;
    return true;
  });
  return { code, open: open !== null };
}

/** The same for a text that continues another: where its first fence can only be an end, the text starts in a block. */
function findCode(beginnings: readonly string[], continues: boolean): boolean[] {
  const { code, open } = markCode(beginnings, false);
  if (!continues) return code;
  const first = beginnings.map(readFence).find((fence) => fence !== null);
  return open && first?.opens === false ? markCode(beginnings, true).code : code;
}

const hasBar = (line: string | undefined): boolean => line?.includes('|') ?? false;

/** Rows that follow each other, of which all begin with a bar, or one is the line under the headings. */
function findTables(beginnings: readonly string[]): boolean[] {
  const rows = beginnings.map(() => false);
  for (let from = 0; from < beginnings.length;) {
    let to = from;
    while (hasBar(beginnings[to])) to += 1;
    const run = beginnings.slice(from, to);
    const isTable = run.every((line) => /^\s*\|/.test(line)) || run.some(isRowOfDashes);
    if (run.length > 1 && isTable) rows.fill(true, from, to);
    from = to + 1;
  }
  return rows;
}

/**
 * The lines of a text, and which of them are in code blocks (between fences) and tables. Takes linear time.
 * @param continues whether text comes before it, so that it may start inside a code block
 */
export function readLines(text: string, continues: boolean): TextLine[] {
  const lines = listLines(text);
  const beginnings = lines.map((line) => beginningOf(text, line));
  const code = findCode(beginnings, continues);
  const tables = findTables(beginnings);
  return lines.map((line, at) => ({ ...line, block: code[at] === true || tables[at] === true }));
}
