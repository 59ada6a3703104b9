/** Formats rows of cells in aligned columns; the first column left-aligned, the others right-aligned. */
function table(rows) {
  const width = (column) => Math.max(...rows.map((row) => String(row[column] ?? '').length));
  const widths = rows[0].map((_, column) => width(column));
  const cell = (value, column) => {
    const text = String(value ?? '');
    return column === 0 ? text.padEnd(widths[column]) : text.padStart(widths[column]);
  };
  return rows.map((row) => `  ${row.map(cell).join('  ').trimEnd()}`).join('\n');
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

module.exports = { percent, table };
