import stringWidth from 'string-width';
import { type OutputLine, toOneLine } from '../terminal';
import { cutMiddle, cutToWidth, padToWidth, wrapText } from '../width';
import { formatRelativeTime } from './relative-time';
import { shortenIds } from './short-id';

/** A cell: a text, an id and what follows it, or a time. Ids and times are shortened where the table has to fit a terminal. */
export type ListingCell =
  string | { readonly id: string; readonly suffix?: string } | { readonly time: string; readonly after?: string };

/** A column by its heading. */
export interface ListingColumn {
  readonly heading: string;
  /** Left out where the table would not fit otherwise; the last such column goes first. @default false */
  readonly optional?: boolean;
  /** Holds names, which are cut in the middle, and less than other texts. @default false */
  readonly isName?: boolean;
}

/** A column of names, such as those of sessions. */
export const nameColumn = (heading: string): ListingColumn => ({ heading, isName: true });

/** A list as a table. */
export interface Listing {
  readonly columns: readonly (string | ListingColumn)[];
  readonly rows: readonly (readonly ListingCell[])[];
  /** Printed instead of a table without rows. */
  readonly empty: string;
  /** Wraps the last column instead of cutting it. @default false */
  readonly wrapsLast?: boolean;
}

/** How a listing is laid out. */
export interface ListingLayout {
  /** The width of the terminal; undefined: as wide as need be, with whole ids and times. */
  readonly width: number | undefined;
  readonly now: number;
}

const GAP = '  ';
/** A text is not cut to less than this; and a column of shorter texts, such as a status, is not cut at all. */
const NARROWEST = 10;
const NARROWEST_LAST = 24;
const NARROWEST_NAME = 18;
const UNCUT = 17;

interface Column {
  readonly heading: string;
  readonly isOptional: boolean;
  readonly isName: boolean;
  /** Ids and times are not cut. */
  readonly isRigid: boolean;
  readonly cells: readonly string[];
  /** Of the widest of heading and cells. */
  readonly natural: number;
}

function readColumns({ columns, rows }: Listing, { width, now }: ListingLayout): Column[] {
  const ids = rows.flat().flatMap((cell) => (typeof cell === 'object' && 'id' in cell ? [cell.id] : []));
  const shorten = width === undefined ? (id: string): string => id : shortenIds(ids);
  const render = (cell: ListingCell): string => {
    if (typeof cell === 'string') return toOneLine(cell);
    if ('id' in cell) return `${shorten(cell.id)}${cell.suffix ?? ''}`;
    const time = width === undefined ? cell.time : formatRelativeTime(cell.time, now);
    return cell.after === undefined ? time : `${cell.after} ${time}`;
  };
  return columns.map((column, nth) => {
    const {
      heading,
      optional = false,
      isName = false,
    }: ListingColumn = typeof column === 'string' ? { heading: column } : column;
    const cells = rows.map((row) => row[nth] ?? '');
    const rendered = cells.map(render);
    return {
      heading,
      isOptional: optional,
      isName,
      isRigid: cells.some((cell) => typeof cell === 'object'),
      cells: rendered,
      natural: rendered.reduce((widest, cell) => Math.max(widest, stringWidth(cell)), stringWidth(heading)),
    };
  });
}

function narrowestWidth({ natural, isRigid, isName }: Column, isLast: boolean): number {
  if (isRigid || natural <= UNCUT) return natural;
  if (isName) return Math.min(natural, NARROWEST_NAME);
  return Math.min(natural, isLast ? NARROWEST_LAST : NARROWEST);
}

const narrowestWidths = (columns: readonly Column[]): number[] =>
  columns.map((column, nth) => narrowestWidth(column, nth === columns.length - 1));

const sumOf = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));

/** Leaves optional columns out, the last one first, until the others can fit. */
function dropColumns(columns: readonly Column[], width: number): readonly Column[] {
  const narrowest = narrowestWidths(columns);
  const optional = columns.findLastIndex(({ isOptional }) => isOptional);
  if (sumOf(narrowest) <= width || optional === -1) return columns;
  return dropColumns(
    columns.filter((_, nth) => nth !== optional),
    width,
  );
}

/** Narrows the widest columns until all fit. */
function fitWidths(columns: readonly Column[], width: number): number[] {
  const widths = columns.map(({ natural }) => natural);
  const narrowest = narrowestWidths(columns);
  const slack = (nth: number): number => (widths[nth] as number) - (narrowest[nth] as number);
  for (let excess = sumOf(widths) - width; excess > 0; excess -= 1) {
    const shrinkable = widths.map((_, nth) => nth).filter((nth) => slack(nth) > 0);
    if (shrinkable.length === 0) break;
    const widest = shrinkable.reduce((a, b) => ((widths[b] as number) > (widths[a] as number) ? b : a));
    widths[widest] = (widths[widest] as number) - 1;
  }
  return widths;
}

/** Each row as lines `heading: text`, where not even cut cells fit beside each other. */
function listRecords(columns: readonly Column[], width: number): OutputLine[] {
  const rows = columns[0]?.cells ?? [];
  return rows.flatMap((_, row) => [
    ...(row === 0 ? [] : ['']),
    ...columns.flatMap(({ heading, cells }) => {
      const cell = cells[row] ?? '';
      return cell === '' ? [] : wrapText(heading === '' ? cell : `${heading}: ${cell}`, width);
    }),
  ]);
}

/** A column and the width that it gets. */
interface FittedColumn extends Column {
  readonly width: number;
}

const cutCell = (cell: string, { isName, width }: FittedColumn): string =>
  isName ? cutMiddle(cell, width) : cutToWidth(cell, width);

/** The lines of one row: one, or as many as its last cell needs. */
function layOutRow(columns: readonly FittedColumn[], cells: readonly string[], wrapsLast: boolean): string[] {
  const at = columns.length - 1;
  const last = columns[at] as FittedColumn;
  const before = columns.slice(0, at).map((column, nth) => padToWidth(cutCell(cells[nth] ?? '', column), column.width));
  const end = cells[at] ?? '';
  const ends = wrapsLast ? wrapText(end, last.width) : [cutCell(end, last)];
  const blank = before.map((cell) => ' '.repeat(stringWidth(cell)));
  return ends.map((one, nth) => [...(nth === 0 ? before : blank), one].join(GAP).trimEnd());
}

/** The lines of a listing. With a width, no line is wider. */
export function listingLines(listing: Listing, layout: ListingLayout): OutputLine[] {
  const { rows, empty, wrapsLast = false } = listing;
  if (rows.length === 0) return empty === '' ? [] : [empty];
  const width = layout.width ?? Number.MAX_SAFE_INTEGER;
  const columns = dropColumns(readColumns(listing, layout), width);
  if (sumOf(narrowestWidths(columns)) > width) return listRecords(columns, width);
  const widths = fitWidths(columns, width);
  const fitted = columns.map((column, nth) => ({ ...column, width: widths[nth] as number }));
  const headings = columns.map(({ heading }) => heading);
  const cellsOf = (row: number): string[] => columns.map(({ cells }) => cells[row] ?? '');
  return [
    ...layOutRow(fitted, headings, false).map((text): OutputLine => ({ text, style: 'bold' })),
    ...rows.flatMap((_, row) => layOutRow(fitted, cellsOf(row), wrapsLast)),
  ];
}
