import type { Issue } from './problem';

/** Deepest nesting of a crumb's JSON, arrays and objects counted. */
export const MAX_DEPTH = 64;
/** Largest crumb as UTF-8 JSON, bytes. */
export const MAX_CRUMB_BYTES = 256 * 1024;
/** Largest batch as UTF-8 JSON, bytes. */
export const MAX_BATCH_BYTES = 8 * 1024 * 1024;
/** Most crumbs in one commit. */
export const MAX_BATCH_CRUMBS = 1000;

const FORBIDDEN_KEYS = new Set(['__proto__']);
// eslint-disable-next-line no-control-regex -- NUL is what Postgres text and jsonb refuse
const NUL = /\u0000/;

function textIssue(value: string, path: string): Issue | null {
  if (NUL.test(value)) return { path, rule: 'no-nul', message: 'holds the character U+0000, which cannot be stored' };
  if (!value.isWellFormed())
    return { path, rule: 'well-formed', message: 'holds half of a surrogate pair, which is not valid Unicode' };
  return null;
}

const pointer = (path: string, key: string): string => `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

interface Place {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
}

function keyIssue(key: string, path: string): Issue | null {
  if (!FORBIDDEN_KEYS.has(key)) return textIssue(key, path);
  return { path, rule: 'no-prototype-keys', message: `${key} is not allowed as a key` };
}

function issueAt({ value, path, depth }: Place): Issue | null {
  if (typeof value === 'string') return textIssue(value, path);
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= MAX_DEPTH) return { path, rule: 'max-depth', message: `is nested deeper than ${MAX_DEPTH}` };
  if (Array.isArray(value)) return null;
  for (const key of Object.keys(value)) {
    const issue = keyIssue(key, pointer(path, key));
    if (issue) return issue;
  }
  return null;
}

const within = ({ value, path, depth }: Place): Place[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([key, child]) => ({ value: child, path: pointer(path, key), depth: depth + 1 }))
    : [];

/**
 * The first thing in parsed JSON that the store cannot keep unchanged: nesting over {@link MAX_DEPTH}, U+0000, an unpaired surrogate, or
 * a key that pollutes prototypes. Null when it is safe. Does not recurse.
 */
export function findUnsafe(root: unknown): Issue | null {
  const todo: Place[] = [{ value: root, path: '', depth: 0 }];
  for (let place = todo.pop(); place; place = todo.pop()) {
    const issue = issueAt(place);
    if (issue) return issue;
    for (const child of within(place)) todo.push(child);
  }
  return null;
}
