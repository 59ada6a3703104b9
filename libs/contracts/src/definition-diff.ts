import canonicalize from 'canonicalize';
import { isObject } from './json-object';

/** One field that differs between two versions of a payload; `before` or `after` is undefined where the field is absent. */
export interface FieldChange {
  /** Such as `model/temperature`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isSame = (a: unknown, b: unknown): boolean => a === b || canonicalize(a) === canonicalize(b);

/** The fields that differ between two payloads, by path and in alphabetical order. Objects are compared field by field, lists as a whole. */
export function listFieldChanges(before: object, after: object, prefix = ''): FieldChange[] {
  const a = before as Readonly<Record<string, unknown>>;
  const b = after as Readonly<Record<string, unknown>>;
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return names.flatMap((name): FieldChange[] => {
    const [was, is] = [a[name], b[name]];
    if (isSame(was, is)) return [];
    const path = `${prefix}${name}`;
    return isObject(was) && isObject(is) ? listFieldChanges(was, is, `${path}/`) : [{ path, before: was, after: is }];
  });
}
