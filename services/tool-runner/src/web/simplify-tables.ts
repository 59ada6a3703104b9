/** The parts of a DOM that tables are read by. */
export interface CellElement {
  readonly tagName: string;
  readonly nodeType: number;
  textContent: string | null;
  innerHTML: string;
  readonly childNodes: Iterable<CellElement>;
  getAttribute(name: string): string | null;
  removeAttribute(name: string): void;
  after(...nodes: unknown[]): void;
  append(...nodes: unknown[]): void;
  prepend(...nodes: unknown[]): void;
  querySelector(selector: string): CellElement | null;
  querySelectorAll(selector: string): Iterable<CellElement>;
  closest(selector: string): CellElement | null;
}

/** A document that can make elements. */
export interface TableDocument {
  createElement(name: string): CellElement;
  querySelectorAll(selector: string): Iterable<CellElement>;
}

const ELEMENT = 1;
const TEXT = 3;
/** What begins a line of its own; in a cell, where a Markdown table has one line only, it is parted by semicolons. */
const BLOCKS: ReadonlySet<string> = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BR DD DETAILS DIV DL DT FIGCAPTION FIGURE H1 H2 H3 H4 H5 H6 HR LI OL P PRE SECTION SUMMARY TABLE TBODY TD TH THEAD TR UL'.split(
    ' ',
  ),
);
/** What Markdown cannot have in a cell. */
const TOO_MUCH = 'ul, ol, dl, h1, h2, h3, h4, h5, h6, hr, p, div, pre, blockquote, table, details, figure';
const MOST_SPAN = 100;
/** Attributes for which the Markdown of a table would be its HTML. */
const STYLING = ['style', 'border', 'bgcolor', 'width', 'height', 'cellpadding', 'cellspacing', 'align', 'valign'];

/** The texts of an element, one for each of its lines; an image is its description. */
function linesOf(element: CellElement): string[] {
  const lines = [''];
  const say = (text: string): void => void (lines[lines.length - 1] += text);
  const read = (node: CellElement): void => {
    if (node.nodeType === TEXT) return say(node.textContent ?? '');
    if (node.nodeType !== ELEMENT) return;
    if (node.tagName.toUpperCase() === 'IMG') return say(node.getAttribute('alt') ?? '');
    const isBlock = BLOCKS.has(node.tagName.toUpperCase());
    if (isBlock) lines.push('');
    for (const child of node.childNodes) read(child);
    if (isBlock) lines.push('');
  };
  for (const child of element.childNodes) read(child);
  return lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '');
}

const spanOf = (cell: CellElement, name: string): number =>
  Math.min(MOST_SPAN, Math.max(1, Number.parseInt(cell.getAttribute(name) ?? '1', 10) || 1));

/** A row that gets a cell for each of its columns. */
class RowFiller {
  private column = 0;
  private last: CellElement | undefined;

  constructor(
    private readonly document: TableDocument,
    private readonly row: CellElement,
    /** How many further rows the cell in each column takes. */
    private readonly taken: number[],
  ) {}

  fill(): void {
    for (const cell of [...this.row.childNodes].filter(({ tagName }) => /^t[dh]$/i.test(tagName ?? ''))) {
      this.fillTaken();
      this.place(cell);
    }
    this.fillTaken();
  }

  private place(cell: CellElement): void {
    this.last = cell;
    const [columns, rows] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')];
    for (let n = 0; n < columns; n += 1) {
      this.taken[this.column + n] = rows - 1;
      if (n > 0) this.addEmpty(cell.tagName.toLowerCase());
    }
    this.column += columns;
    cell.removeAttribute('colspan');
    cell.removeAttribute('rowspan');
  }

  /** Empty cells for the columns that cells of earlier rows take. */
  private fillTaken(): void {
    for (; (this.taken[this.column] ?? 0) > 0; this.column += 1) {
      this.taken[this.column] = (this.taken[this.column] ?? 1) - 1;
      this.addEmpty('td');
    }
  }

  private addEmpty(name: string): void {
    const cell = this.document.createElement(name);
    if (this.last) this.last.after(cell);
    else this.row.prepend(cell);
    this.last = cell;
  }
}

/** Puts empty cells where a cell takes several columns or rows, so that each row has every column. */
function fillSpans(document: TableDocument, table: CellElement): void {
  const taken: number[] = [];
  for (const row of table.querySelectorAll('tr'))
    if (row.closest('table') === table) new RowFiller(document, row, taken).fill();
}

/** Makes of every table one that Markdown can write: each row has every column, and each cell one line of text. */
export function simplifyTables(document: TableDocument): void {
  for (const table of document.querySelectorAll('table')) {
    if (table.closest('td, th')) continue;
    for (const cell of table.querySelectorAll('td, th')) {
      if (cell.closest('table') === table && cell.querySelector(TOO_MUCH)) cell.textContent = linesOf(cell).join('; ');
    }
    fillSpans(document, table);
    for (const part of [table, ...table.querySelectorAll('*')]) for (const name of STYLING) part.removeAttribute(name);
  }
}
