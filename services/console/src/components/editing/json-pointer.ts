/** A JSON object, such as a payload being edited. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Is it a JSON object, rather than an array, null or a plain value? */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Escapes a property name for use in a JSON pointer. */
export const escapeSegment = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Splits a JSON pointer: `/model/name` → `['model', 'name']`. */
export const parsePointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value at a JSON pointer; undefined where a part of the path is missing. Pointers into arrays are not supported. */
export function getAt(value: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce<unknown>((at, part) => (isJsonObject(at) ? at[part] : undefined), value);
}

function setSegments(value: unknown, [first, ...rest]: readonly string[], next: unknown): JsonObject {
  const { [first as string]: before, ...others } = isJsonObject(value) ? value : {};
  const inner = rest.length === 0 ? next : setSegments(before, rest, next);
  const gone = inner === undefined || (rest.length > 0 && Object.keys(inner as JsonObject).length === 0);
  if (gone) return others;
  // Keeps the order of the properties, so that the JSON text changes in one place only.
  return isJsonObject(value) && first !== undefined && first in value
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, name === first ? inner : one]))
    : { ...others, [first as string]: inner };
}

/** A copy with another value at the pointer; undefined removes the property, and every object that this leaves empty. */
export const setAt = (value: JsonObject, pointer: string, next: unknown): JsonObject =>
  setSegments(value, parsePointer(pointer), next);

/** Is the path equal to the pointer, or below it? */
export const isWithin = (path: string, pointer: string): boolean => path === pointer || path.startsWith(`${pointer}/`);

/** Are two JSON values equal, regardless of the order of properties? */
export function isEqualJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, at) => isEqualJson(one, b[at]));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => name in b && isEqualJson(a[name], b[name]));
}
