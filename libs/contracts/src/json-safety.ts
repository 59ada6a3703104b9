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
    return { path, rule: 'well-formed', message: 'holds half of a surrogate pair, which is no Unicode text' };
  return null;
}

const pointer = (path: string, key: string): string => `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/**
 * The first thing in parsed JSON that no store keeps faithfully: nesting over {@link MAX_DEPTH}, U+0000, half a
 * surrogate pair, or a key that poisons prototypes. Null when it is safe. Walks without recursion.
 */
export function findUnsafe(root: unknown): Issue | null {
  const todo: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') {
      const issue = textIssue(value, path);
      if (issue) return issue;
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) return { path, rule: 'max-depth', message: `is nested deeper than ${MAX_DEPTH}` };
    for (const key of Object.keys(value)) {
      const at = pointer(path, key);
      if (!Array.isArray(value) && FORBIDDEN_KEYS.has(key))
        return { path: at, rule: 'no-prototype-keys', message: `${key} is not allowed as a key` };
      const issue = Array.isArray(value) ? null : textIssue(key, at);
      if (issue) return issue;
      todo.push({ value: (value as Record<string, unknown>)[key], path: at, depth: depth + 1 });
    }
  }
  return null;
}
