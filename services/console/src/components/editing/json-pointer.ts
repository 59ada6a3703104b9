/** A payload while it is edited. */
export type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `/model/name` → `['model', 'name']`. */
export const parsePointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value at a pointer of names. */
export function getAt(value: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), value);
}

function setSegments(value: unknown, [first, ...rest]: readonly string[], next: unknown): JsonObject {
  const { [first as string]: before, ...others } = isObject(value) ? value : {};
  const inner = rest.length === 0 ? next : setSegments(before, rest, next);
  const gone = inner === undefined || (rest.length > 0 && Object.keys(inner as JsonObject).length === 0);
  if (gone) return others;
  // What was there stays where it was, so that the text changes in one place.
  return isObject(value) && first !== undefined && first in value
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, name === first ? inner : one]))
    : { ...others, [first as string]: inner };
}

/** The same with another value at the pointer; undefined takes it away, and an object that is empty then. */
export const setAt = (value: JsonObject, pointer: string, next: unknown): JsonObject =>
  setSegments(value, parsePointer(pointer), next);

/** Is the path the pointer's, or inside of it? */
export const isWithin = (path: string, pointer: string): boolean => path === pointer || path.startsWith(`${pointer}/`);

/** The same data, whatever order its names are in? */
export function isEqualJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, at) => isEqualJson(one, b[at]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => name in b && isEqualJson(a[name], b[name]));
}
