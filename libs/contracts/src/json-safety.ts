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

/** Why a text cannot be stored; null: it can. */
function textProblem(value: string): Omit<Issue, 'path'> | null {
  if (NUL.test(value)) return { rule: 'no-nul', message: 'holds the character U+0000, which cannot be stored' };
  if (!value.isWellFormed())
    return { rule: 'well-formed', message: 'holds half of a surrogate pair, which is not valid Unicode' };
  return null;
}

interface Place {
  readonly value: unknown;
  readonly key: string;
  /** The place of the object or array that holds it; null for the root. */
  readonly parent: Place | null;
  readonly depth: number;
}

function keyProblem(key: string): Omit<Issue, 'path'> | null {
  if (!FORBIDDEN_KEYS.has(key)) return textProblem(key);
  return { rule: 'no-prototype-keys', message: `${key} is not allowed as a key` };
}

function problemAt({ value, key, parent, depth }: Place): Omit<Issue, 'path'> | null {
  const problem = parent === null || Array.isArray(parent.value) ? null : keyProblem(key);
  if (problem || typeof value === 'string') return problem ?? textProblem(value as string);
  const isDeep = typeof value === 'object' && value !== null && depth >= MAX_DEPTH;
  return isDeep ? { rule: 'max-depth', message: `is nested deeper than ${MAX_DEPTH}` } : null;
}

/** The JSON pointer of a place. Only that of an issue is built: most JSON has none. */
function pointerTo(place: Place): string {
  const keys: string[] = [];
  for (let at = place; at.parent !== null; at = at.parent) keys.unshift(at.key);
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function pushChildren(todo: Place[], parent: Place): void {
  const { value, depth } = parent;
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value))
    todo.push({ value: (value as Record<string, unknown>)[key], key, parent, depth: depth + 1 });
}

/**
 * The first thing in parsed JSON that the store cannot keep unchanged: nesting over {@link MAX_DEPTH}, U+0000, an unpaired surrogate, or
 * a key that pollutes prototypes. Null when it is safe. Does not recurse.
 */
export function findUnsafe(root: unknown): Issue | null {
  const todo: Place[] = [{ value: root, key: '', parent: null, depth: 0 }];
  for (let place = todo.pop(); place; place = todo.pop()) {
    const problem = problemAt(place);
    if (problem) return { path: pointerTo(place), ...problem };
    pushChildren(todo, place);
  }
  return null;
}
