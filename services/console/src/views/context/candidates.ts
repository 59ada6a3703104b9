import type { Decision } from '@crumbtrail/contracts';
import type { ExplainedItem } from '@crumbtrail/client';

const RANK = 'rank.';

/** By which column, and which way. */
export interface Order {
  readonly by: string;
  readonly down: boolean;
}

/** Which candidates are shown. */
export interface Filter {
  readonly text?: string | undefined;
  readonly decision?: string | undefined;
  readonly section?: string | undefined;
}

/** Of candidates that went into no section. */
export const NO_SECTION = '(none)';
export const sectionOf = ({ section }: ExplainedItem): string => section || NO_SECTION;
export const wordsOf = (decision: Decision): string => decision.replaceAll('_', ' ');
const isFeature = (name: string): boolean => !name.startsWith(RANK);

/** The features that any candidate has a share of its score from. */
export function featuresOf(items: readonly ExplainedItem[]): string[] {
  const names = items.flatMap(({ scores = {} }) => Object.keys(scores).filter(isFeature));
  return [...new Set(names)].sort();
}

/** Where each source that found it ranked it: `recent 3, hybrid 1`. */
export function ranksOf({ scores = {} }: ExplainedItem): string {
  const places = Object.entries(scores).filter(([name]) => !isFeature(name));
  return places.map(([name, rank]) => `${name.slice(RANK.length)} ${rank}`).join(', ');
}

/** One version of a crumb, and which piece of it, by name. */
export function pieceOf({ id, version, chunk }: { id: string; version: number; chunk?: unknown }): string {
  return `${id}@${version}${typeof chunk === 'number' && chunk > 0 ? `#${chunk}` : ''}`;
}

type Value = string | number | undefined;

const readers: Readonly<Record<string, (item: ExplainedItem) => Value>> = {
  decision: ({ decision }) => wordsOf(decision),
  section: sectionOf,
  source: ({ source }) => source,
  score: ({ score }) => score,
  tokens: ({ tokens }) => tokens,
  says: ({ text }) => text,
  reason: ({ why }) => why,
};

/** What a candidate has in a column; features have one each. */
export function valueOf(item: ExplainedItem, column: string): Value {
  if (Object.hasOwn(readers, column)) return readers[column]?.(item);
  const { scores = {} } = item;
  return Object.hasOwn(scores, column) ? scores[column] : undefined;
}

/** What is missing stands last, whichever way. */
function compare(a: Value, b: Value, down: boolean): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en');
  return down ? -order : order;
}

function matches(item: ExplainedItem, { text, decision, section }: Filter): boolean {
  if (decision && item.decision !== decision) return false;
  if (section && sectionOf(item) !== section) return false;
  if (!text) return true;
  const where = [item.text, item.why, item.source, item.section, item.id, item.author?.id, item.schema_name];
  return where.some((one) => one?.toLowerCase().includes(text.toLowerCase()));
}

/** The candidates that a filter lets through, in the order wished; without one, as the account has them: kept ones first. */
export function shownItems(items: readonly ExplainedItem[], filter: Filter, order?: Order): ExplainedItem[] {
  const found = items.filter((item) => matches(item, filter));
  if (!order) return found;
  return found.sort((a, b) => compare(valueOf(a, order.by), valueOf(b, order.by), order.down));
}

/** `tokens` or `-tokens`, as it stands in the address. */
export function orderIn(text: string | null): Order | undefined {
  if (!text) return undefined;
  return text.startsWith('-') ? { by: text.slice(1), down: true } : { by: text, down: false };
}

/** The order after a column's heading was pressed: down, up, then as it was. */
export function nextOrder(now: Order | undefined, by: string): string | undefined {
  if (now?.by !== by) return `-${by}`;
  return now.down ? by : undefined;
}
