import type { AccountItem } from './asks/preview';
import type { AgentContextV1 } from './generated/types';

type Account = AgentContextV1['account'];
type Cell = string | number | null;

/** An account holds at most this many rows … */
export const MAX_ACCOUNT_ROWS = 256;
/** … and is at most this long as JSON, in bytes. */
export const MAX_ACCOUNT_BYTES = 24 * 1024;

const FIXED = ['id', 'version', 'chunk', 'source', 'section', 'decision', 'reason', 'tokens', 'rank', 'score'] as const;

const short = (value: number): number => Number(value.toPrecision(4));
const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function rowOf(item: AccountItem, sources: readonly string[], features: readonly string[]): Cell[] {
  const fixed = [item.id, item.version, item.chunk ?? null, sources.indexOf(item.source), item.section, item.decision];
  const scores = features.map((name) => (item.scores[name] === undefined ? null : short(item.scores[name])));
  const row: Cell[] = [...fixed, item.reason ?? null, item.tokens, item.rank, short(item.score), ...scores];
  while (row.at(-1) === null) row.pop();
  return row;
}

/** As many rows as the room takes: every kept item, its feature scores left out if need be, then others in the order given. */
function rowsWithin(items: readonly AccountItem[], room: number, full: (item: AccountItem) => Cell[]): Cell[][] {
  const first = items.slice(0, MAX_ACCOUNT_ROWS);
  const bare = first.map((item) => full(item).slice(0, FIXED.length));
  let left = room;
  first.forEach((item, at) => (left -= item.decision === 'kept' ? bytes(bare[at]) + 1 : 0));
  const rows: Cell[][] = [];
  for (const [at, item] of first.entries()) {
    const kept = item.decision === 'kept';
    const whole = full(item);
    const more = bytes(whole) + 1 - (kept ? bytes(bare[at]) + 1 : 0);
    if (more > left && !kept) break;
    rows.push(more > left ? (bare[at] as Cell[]) : whole);
    left -= more > left ? 0 : more;
  }
  return rows;
}

/** The columns of a context's account; items come kept first, in the order shown. `beyond` counts what found no room. */
export function packAccount(items: readonly AccountItem[]): Account {
  const sources = [...new Set(items.map((item) => item.source))];
  const features = [...new Set(items.flatMap((item) => Object.keys(item.scores)))].sort();
  const empty = {
    columns: [...FIXED, ...features.map((name) => `scores.${name}`)],
    sources,
    rows: [],
    beyond: items.length,
  };
  const rows = rowsWithin(items, MAX_ACCOUNT_BYTES - bytes(empty), (item) => rowOf(item, sources, features));
  return { ...empty, rows, beyond: items.length - rows.length };
}

function itemOf(cells: readonly unknown[], columns: readonly string[], sources: readonly unknown[]): AccountItem {
  const row = Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? null]));
  const scores = columns
    .filter((name) => name.startsWith('scores.') && typeof row[name] === 'number')
    .map((name) => [name.slice('scores.'.length), row[name] as number]);
  return {
    id: String(row['id']),
    version: Number(row['version']),
    ...(row['chunk'] === null ? {} : { chunk: Number(row['chunk']) }),
    source: String(sources[Number(row['source'])] ?? ''),
    section: String(row['section']),
    decision: row['decision'] as AccountItem['decision'],
    ...(row['reason'] === null ? {} : { reason: String(row['reason']) }),
    tokens: Number(row['tokens']),
    rank: Number(row['rank']),
    score: Number(row['score']),
    scores: Object.fromEntries(scores),
  };
}

/** The items of an account, in its order; what `packAccount` packed, scores to four digits. */
export function unpackAccount(account: Account): AccountItem[] {
  const sources = Array.isArray(account['sources']) ? account['sources'] : [];
  return account.rows.map((cells) => itemOf(cells, account.columns, sources));
}
