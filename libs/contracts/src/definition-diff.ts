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

/**
 * For each of these versions, oldest first, the number of the earliest version whose content it brings back: the same content, with another
 * one in between. Numbers count from 1; undefined where a version brings nothing back.
 */
export function findRestored(contents: readonly object[]): (number | undefined)[] {
  const first = new Map<string, number>();
  const texts = contents.map((content) => canonicalize(content) ?? '');
  return texts.map((text, at) => {
    const earliest = first.get(text);
    if (earliest === undefined) first.set(text, at + 1);
    return text === texts[at - 1] ? undefined : earliest;
  });
}
