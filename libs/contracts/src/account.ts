import {
  digitsFor,
  packIds,
  packIntegers,
  packShares,
  unpackIds,
  unpackIntegers,
  unpackShares,
} from './account-columns';
import { packReason, truncateReason, unpackReason } from './account-reasons';
import type { AccountItem } from './operations/preview';
import type { AgentContextV1 } from './generated/types';

type Account = AgentContextV1['account'];
type Numbers = readonly (number | undefined)[];

/** An account holds at most this many rows. */
export const MAX_ACCOUNT_ROWS = 256;
/** An account is at most this long as JSON, in bytes. */
export const MAX_ACCOUNT_BYTES = 28 * 1024;

/** Longest reason, in characters; lower limits are tried when many long reasons do not fit. */
const REASON_LENGTHS = [200, 96, 48, 24, 12, 0] as const;

const SCORES = 'scores.';
const RANKS = 'scores.rank.';

/** Whole numbers of an item that have a separate column. */
const integers: Readonly<Record<string, (item: AccountItem) => number | undefined>> = {
  version: ({ version }) => version,
  chunk: ({ chunk }) => chunk,
  tokens: ({ tokens }) => tokens,
  rank: ({ rank }) => rank,
  cut: ({ cut }) => cut,
  lead: ({ lead }) => lead,
  pinned: ({ pinned }) => (pinned ? 1 : undefined),
  digest: ({ digest }) => (digest === undefined ? undefined : Number.parseInt(digest, 16)),
};
const DIGEST_LENGTH = 7;

interface Columns {
  readonly names: string[];
  readonly packed: string[];
  readonly dictionaries: Record<string, string[]>;
  readonly digits: Record<string, number>;
}

function addWords(columns: Columns, name: string, words: readonly string[]): void {
  const known = [...new Set(words)];
  const places = new Map(known.map((word, at) => [word, at]));
  columns.names.push(name);
  columns.packed.push(packIntegers(words.map((word) => places.get(word))));
  columns.dictionaries[name] = known;
}

function addIntegers(columns: Columns, name: string, values: Numbers): void {
  if (values.every((value) => value === undefined)) return;
  columns.names.push(name);
  columns.packed.push(packIntegers(values));
}

function addShares(columns: Columns, name: string, values: Numbers): void {
  const digits = digitsFor(values);
  columns.names.push(name);
  columns.packed.push(packShares(values, digits));
  columns.digits[name] = digits;
}

function columnsOf(items: readonly AccountItem[]): Columns {
  const columns: Columns = {
    names: ['id'],
    packed: [packIds(items.map(({ id }) => id))],
    dictionaries: {},
    digits: {},
  };
  for (const name of ['source', 'section', 'decision'] as const) {
    addWords(
      columns,
      name,
      items.map((item) => item[name]),
    );
  }
  for (const [name, value] of Object.entries(integers)) addIntegers(columns, name, items.map(value));
  addRanges(columns, items);
  addShares(
    columns,
    'score',
    items.map(({ score }) => score),
  );
  for (const name of [...new Set(items.flatMap(({ scores }) => Object.keys(scores)))].sort()) {
    const values = items.map(({ scores }) => scores[name]);
    const column = `${SCORES}${name}`;
    (column.startsWith(RANKS) ? addIntegers : addShares)(columns, column, values);
  }
  return columns;
}

function withReasons(columns: Columns, items: readonly AccountItem[], length: number): Columns {
  const rows = new Map(items.map(({ id }, at) => [id, at]));
  const reasons = items.map(({ reason }) =>
    reason === undefined || length === 0 ? undefined : packReason(truncateReason(reason, length), rows),
  );
  const known = [...new Set(reasons.flatMap((one) => (one ? [one.template] : [])))];
  const places = new Map(known.map((template, at) => [template, at]));
  const all = { ...columns, names: [...columns.names], packed: [...columns.packed] };
  addIntegers(
    all,
    'reason',
    reasons.map((one) => one && places.get(one.template)),
  );
  addIntegers(
    all,
    'reason_numbers',
    reasons.flatMap((one) => one?.numbers ?? []),
  );
  return { ...all, dictionaries: { ...columns.dictionaries, reason: known } };
}

/** Adds the ranges of excerpts: how many each row has, and of all in a row the distance from the one before and the length. */
function addRanges(columns: Columns, items: readonly AccountItem[]): void {
  addIntegers(
    columns,
    'ranges',
    items.map(({ ranges }) => ranges?.length),
  );
  const steps = items.flatMap(({ ranges = [] }) =>
    ranges.flatMap(([from, to], at) => [from - (ranges[at - 1]?.[1] ?? 0), to - from]),
  );
  addIntegers(columns, 'range_numbers', steps);
}

/** The next `count` ranges of the column `range_numbers`. */
function takeRanges(count: number, numbers: Iterator<number | undefined>): [number, number][] {
  let end = 0;
  const next = (): number => Number(numbers.next().value ?? 0);
  return Array.from({ length: count }, () => {
    const from = end + next();
    end = from + next();
    return [from, end];
  });
}

function accountOf(columns: Columns, count: number, beyond: number): Account {
  const { names, packed, dictionaries, digits } = columns;
  return { columns: names, rows: [], count, beyond, packed, dictionaries, digits };
}

const fits = (account: Account): boolean => Buffer.byteLength(JSON.stringify(account)) <= MAX_ACCOUNT_BYTES;

/**
 * Packs the account of a context into columns. Kept items come first, in the order shown. 256 rows with every feature, three ranges and the ranks of
 * four sources always fit; when there are many long reasons, they are shortened. `beyond` counts the items that did not fit, and those
 * that were only counted before.
 */
export function packAccount(items: readonly AccountItem[], counted = 0): Account {
  let rows = items.slice(0, MAX_ACCOUNT_ROWS);
  for (;;) {
    const columns = columnsOf(rows);
    for (const length of REASON_LENGTHS) {
      const account = accountOf(withReasons(columns, rows, length), rows.length, counted + items.length - rows.length);
      if (fits(account) || rows.length === 0) return account;
    }
    rows = rows.slice(0, Math.floor(rows.length * 0.9));
  }
}

type Cells = Readonly<Record<string, unknown>>;

/** Converts a row to an item; ignores unknown columns. */
function itemOf(row: Cells): AccountItem {
  const number = (name: string): number | undefined => (typeof row[name] === 'number' ? row[name] : undefined);
  const [chunk, cut, lead, digest] = [number('chunk'), number('cut'), number('lead'), number('digest')];
  const scores = Object.entries(row).filter(([name, value]) => name.startsWith(SCORES) && typeof value === 'number');
  return {
    id: String(row['id']),
    version: Number(row['version']),
    ...(chunk === undefined ? {} : { chunk }),
    source: String(row['source'] ?? ''),
    section: String(row['section']),
    decision: row['decision'] as AccountItem['decision'],
    ...(typeof row['reason'] === 'string' ? { reason: row['reason'] } : {}),
    ...(cut === undefined ? {} : { cut }),
    ...(Array.isArray(row['ranges']) ? { ranges: row['ranges'] as [number, number][] } : {}),
    ...(lead === undefined ? {} : { lead }),
    ...(row['pinned'] === 1 ? { pinned: true } : {}),
    ...(digest === undefined ? {} : { digest: digest.toString(16).padStart(DIGEST_LENGTH, '0') }),
    tokens: Number(row['tokens']),
    rank: Number(row['rank']),
    score: Number(row['score']),
    scores: Object.fromEntries(scores.map(([name, value]) => [name.slice(SCORES.length), value as number])),
  };
}

/** Reads an account from before columns were packed: rows of cells, the source as an index into `sources`. */
function unpackRows({ columns, rows, sources = [] }: Account): AccountItem[] {
  return rows.map((cells) => {
    const row = Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? null]));
    return itemOf({ ...row, source: sources[Number(row['source'])] });
  });
}

/** Columns that hold the numbers of another column, as many for each row as that says. */
const NUMBERS: ReadonlySet<string> = new Set(['reason_numbers', 'range_numbers']);

function unpackColumns(account: Account, packed: readonly string[]): Cells[] {
  const { columns, count = 0, dictionaries = {}, digits = {} } = account;
  const texts = new Map(columns.map((name, at) => [name, packed[at] ?? '']));
  const ids = unpackIds(texts.get('id') ?? '');
  const cells = columns
    .filter((name) => name !== 'id' && !NUMBERS.has(name))
    .map((name): [string, unknown[]] => {
      const places = digits[name];
      const text = texts.get(name) ?? '';
      const values = places === undefined ? unpackIntegers(text) : unpackShares(text, places);
      const words = dictionaries[name];
      return [name, words ? values.map((value) => (value === undefined ? undefined : words[value])) : values];
    });
  const numbers = unpackIntegers(texts.get('reason_numbers') ?? '').values();
  const rangeNumbers = unpackIntegers(texts.get('range_numbers') ?? '').values();
  return Array.from({ length: count }, (_, at) => {
    const row = Object.fromEntries(cells.map(([name, values]) => [name, values[at]]));
    const reason = typeof row['reason'] === 'string' ? unpackReason(row['reason'], numbers, ids) : undefined;
    const ranges = typeof row['ranges'] === 'number' ? takeRanges(row['ranges'], rangeNumbers) : undefined;
    return { ...row, id: ids[at], reason, ranges };
  });
}

/** Unpacks the items of an account in order, each score with at least four significant digits of its column's largest. */
export function unpackAccount(account: Account): AccountItem[] {
  return account.packed ? unpackColumns(account, account.packed).map(itemOf) : unpackRows(account);
}

/** The kept items of an account in the order shown: it makes no items of the others, which are most. */
export function unpackKept(account: Account): AccountItem[] {
  const { packed, columns, dictionaries = {} } = account;
  if (!packed) return unpackRows(account).filter(({ decision }) => decision === 'kept');
  const at = columns.indexOf('decision');
  const { kept } = countPackedDecisions({ packed: packed[at] ?? '', words: dictionaries['decision'] ?? [] });
  return unpackColumns({ ...account, count: kept }, packed).map(itemOf);
}

/** The column `decision` of a packed account, and the words that it refers to. */
export interface PackedDecisions {
  readonly packed: string;
  readonly words: readonly string[];
}

/** Counts the items of a packed account that were kept, and those that were left out. It reads one column only. */
export function countPackedDecisions({ packed, words }: PackedDecisions): {
  readonly kept: number;
  readonly left_out: number;
} {
  const places = unpackIntegers(packed);
  const kept = places.filter((place) => place !== undefined && words[place] === 'kept').length;
  return { kept, left_out: places.length - kept };
}

/** A kept item of an account. */
export type KeptTokens = Pick<AccountItem, 'id' | 'tokens'>;

const KEPT_COLUMNS = ['id', 'decision', 'tokens'] as const;

/** The kept items of an account in the order shown. It reads three columns only, which takes a fraction of the time of {@link unpackAccount}. */
export function unpackKeptTokens(account: Account): KeptTokens[] {
  const { packed, columns } = account;
  const cells: readonly Cells[] = packed
    ? unpackColumns(
        { ...account, columns: [...KEPT_COLUMNS] },
        KEPT_COLUMNS.map((name) => packed[columns.indexOf(name)] ?? ''),
      )
    : unpackRows(account).map((item) => ({ ...item }));
  return cells
    .filter(({ decision }) => decision === 'kept')
    .map(({ id, tokens }) => ({ id: String(id), tokens: Number(tokens) }));
}
