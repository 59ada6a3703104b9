import type { Decision } from '@crumbtrail/contracts';
import type { ExplainedItem } from '@crumbtrail/client';
import { isRank } from '@crumbtrail/formatting';

/** By which column, and which way. */
export interface SortOrder {
  readonly by: string;
  readonly descending: boolean;
}

/** Which candidates are shown. */
export interface CandidateFilter {
  readonly text?: string | undefined;
  readonly decision?: string | undefined;
  readonly section?: string | undefined;
}

/** Of candidates that went into no section. */
export const NO_SECTION = '(none)';
export const sectionName = ({ section }: ExplainedItem): string => section || NO_SECTION;
export const decisionLabel = (decision: Decision): string => decision.replaceAll('_', ' ');

/** The features that any candidate has a share of its score from. */
export function listFeatures(items: readonly ExplainedItem[]): string[] {
  const names = items.flatMap(({ scores = {} }) => Object.keys(scores).filter((name) => !isRank(name)));
  return [...new Set(names)].sort();
}

type CellValue = string | number | undefined;

const readers: Readonly<Record<string, (item: ExplainedItem) => CellValue>> = {
  decision: ({ decision }) => decisionLabel(decision),
  section: sectionName,
  source: ({ source }) => source,
  score: ({ score }) => score,
  tokens: ({ tokens }) => tokens,
  says: ({ text }) => text,
  reason: ({ why }) => why,
};

/** What a candidate has in a column; features have one each. */
export function columnValue(item: ExplainedItem, column: string): CellValue {
  if (Object.hasOwn(readers, column)) return readers[column]?.(item);
  const { scores = {} } = item;
  return Object.hasOwn(scores, column) ? scores[column] : undefined;
}

/** What is missing stands last, whichever way. */
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

/** The candidates that a filter lets through, in the order wished; without one, as the account has them: kept ones first. */
export function filterAndSort(
  items: readonly ExplainedItem[],
  filter: CandidateFilter,
  order?: SortOrder,
): ExplainedItem[] {
  const found = items.filter((item) => matchesCandidateFilter(item, filter));
  if (!order) return found;
  return found.sort((a, b) => compare(columnValue(a, order.by), columnValue(b, order.by), order.descending));
}

/** `tokens` or `-tokens`, as it stands in the address. */
export function parseOrder(text: string | null): SortOrder | undefined {
  if (!text) return undefined;
  return text.startsWith('-') ? { by: text.slice(1), descending: true } : { by: text, descending: false };
}

/** The order after a column's heading was pressed: down, up, then as it was. */
export function nextOrder(now: SortOrder | undefined, by: string): string | undefined {
  if (now?.by !== by) return `-${by}`;
  return now.descending ? by : undefined;
}
