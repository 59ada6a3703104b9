import { toOneLine, truncate } from '../terminal';

/** How wide a column may get. */
const WIDEST = 60;

/** Rows under headings, columns aligned; the last column takes what it needs. Empty lists give one line. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[], none: string): string[] {
  if (rows.length === 0) return [none];
  const clean = rows.map((row) =>
    row.map((cell, i) => (i === headings.length - 1 ? toOneLine(cell) : truncate(toOneLine(cell), WIDEST))),
  );
  const widths = headings.map((heading, i) => Math.max(heading.length, ...clean.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === headings.length - 1 ? cell : cell.padEnd(widths[i] as number)))
      .join('  ')
      .trimEnd();
  return [line(headings), ...clean.map(line)];
}
