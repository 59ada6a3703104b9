import type { ExplainedItem } from '@crumbtrail/client';
import { describeDecision, isRank } from '@crumbtrail/formatting';

/** The column to sort by, and the direction. */
export interface SortOrder {
  readonly by: string;
  readonly descending: boolean;
}

/** Filters of the candidate table; absent or empty matches everything. */
export interface CandidateFilter {
  readonly text?: string | undefined;
  readonly decision?: string | undefined;
  readonly section?: string | undefined;
}

/** The section name of candidates without one. */
export const NO_SECTION = '(none)';
/** The section of a candidate. */
export const sectionName = ({ section }: ExplainedItem): string => section || NO_SECTION;

/** The names of all score features, sorted. */
export function listFeatures(items: readonly Pick<ExplainedItem, 'scores'>[]): string[] {
  const names = items.flatMap(({ scores = {} }) => Object.keys(scores).filter((name) => !isRank(name)));
  return [...new Set(names)].sort();
}

type CellValue = string | number | undefined;

const readers: Readonly<Record<string, (item: ExplainedItem) => CellValue>> = {
  decision: ({ decision }) => describeDecision(decision),
  section: sectionName,
  source: ({ source }) => source,
  score: ({ score }) => score,
  tokens: ({ tokens }) => tokens,
  says: ({ text }) => text,
  reason: ({ why }) => why,
};

/** The value of a candidate in a column; every score feature is a column. */
export function columnValue(item: ExplainedItem, column: string): CellValue {
  if (Object.hasOwn(readers, column)) return readers[column]?.(item);
  const { scores = {} } = item;
  return Object.hasOwn(scores, column) ? scores[column] : undefined;
}

/** Compares cell values; missing values come last in both directions. */
function compare(a: CellValue, b: CellValue, down: boolean): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en');
  return down ? -order : order;
}

function matchesCandidateFilter(item: ExplainedItem, { text, decision, section }: CandidateFilter): boolean {
  if (decision && item.decision !== decision) return false;
  if (section && sectionName(item) !== section) return false;
  if (!text) return true;
  const where = [item.text, item.why, item.source, item.section, item.id, item.author?.id, item.schema_name];
  return where.some((one) => one?.toLowerCase().includes(text.toLowerCase()));
}

/** Left-out candidates before kept ones, those with the best score first; kept ones stay in the order of the prompt. */
function byNearestMiss(a: ExplainedItem, b: ExplainedItem): number {
  const [isKept, isOtherKept] = [a.decision === 'kept', b.decision === 'kept'];
  if (isKept !== isOtherKept) return isKept ? 1 : -1;
  return isKept ? 0 : compare(a.score, b.score, true);
}

/** The candidates that match a filter, sorted; without an order, the nearest miss first, and then what was kept. */
export function filterAndSort(
  items: readonly ExplainedItem[],
  filter: CandidateFilter,
  order?: SortOrder,
): ExplainedItem[] {
  const found = items.filter((item) => matchesCandidateFilter(item, filter));
  if (!order) return found.sort(byNearestMiss);
  return found.sort((a, b) => compare(columnValue(a, order.by), columnValue(b, order.by), order.descending));
}

/** Parses an order from the address: `tokens`, or `-tokens` for descending. */
export function parseOrder(text: string | null): SortOrder | undefined {
  if (!text) return undefined;
  return text.startsWith('-') ? { by: text.slice(1), descending: true } : { by: text, descending: false };
}

/** The order after a click on a column heading: descending, ascending, then unsorted. */
export function nextOrder(now: SortOrder | undefined, by: string): string | undefined {
  if (now?.by !== by) return `-${by}`;
  return now.descending ? by : undefined;
}
