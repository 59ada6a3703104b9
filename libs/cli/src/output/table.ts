import { toOneLine, truncateText } from '../terminal';

/** The maximum width of every column but the last. */
const MAX_COLUMN_WIDTH = 60;

/** A table with aligned columns; without rows, the line `empty` instead. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[], empty: string): string[] {
  if (rows.length === 0) return [empty];
  const clean = rows.map((row) =>
    row.map((cell, i) =>
      i === headings.length - 1 ? toOneLine(cell) : truncateText(toOneLine(cell), MAX_COLUMN_WIDTH),
    ),
  );
  const widths = headings.map((heading, i) => Math.max(heading.length, ...clean.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === headings.length - 1 ? cell : cell.padEnd(widths[i] as number)))
      .join('  ')
      .trimEnd();
  return [line(headings), ...clean.map(line)];
}
