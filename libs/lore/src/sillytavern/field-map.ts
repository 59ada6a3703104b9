import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@crumbtrail/contracts';

/** Values by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** How one field of a file becomes fields of ours, and back. */
export interface FieldMap {
  /** Its name; in a nested object, `extensions/name`. */
  readonly path: string;
  /** Our fields; empty if the value is absent or cannot be read. `flat` is the whole object, flattened. */
  readonly read: (raw: unknown, flat: Fields) => Fields;
  readonly write: (ours: Fields) => unknown;
}

/** What an export needs to give back a file field by field. */
export interface Kept {
  /** Fields that we do not have, or would write in another way. */
  readonly fields: Fields;
  /** Fields that we would write, and that the file did not have. */
  readonly absent: readonly string[];
}

const EXTENSIONS = 'extensions';

/** A file's object with its extensions as paths. */
export function flatten(raw: Fields): Fields {
  const { [EXTENSIONS]: extensions, ...rest } = raw;
  if (!isObject(extensions) || Object.keys(extensions).length === 0) return raw;
  const nested = Object.entries(extensions).map(([name, value]) => [`${EXTENSIONS}/${name}`, value]);
  return { ...rest, ...Object.fromEntries(nested) };
}

/** The reverse of {@link flatten}. */
export function unflatten(flat: Fields): Record<string, unknown> {
  const entries = Object.entries(flat);
  const isNested = (entry: (typeof entries)[number]): boolean => entry[0].startsWith(`${EXTENSIONS}/`);
  const nested = entries.filter(isNested).map(([path, value]) => [path.slice(EXTENSIONS.length + 1), value]);
  const rest = Object.fromEntries(entries.filter((entry) => !isNested(entry)));
  return nested.length === 0 ? rest : { ...rest, [EXTENSIONS]: Object.fromEntries(nested) };
}

/** Our fields of a file's object, flattened. */
export const readFields = (maps: readonly FieldMap[], flat: Fields): Fields =>
  Object.assign({}, ...maps.map(({ path, read }) => read(flat[path], flat))) as Fields;

const writeFields = (maps: readonly FieldMap[], ours: Fields): Record<string, unknown> =>
  Object.fromEntries(maps.map(({ path, write }) => [path, write(ours)]));

/** What has to be kept beside our fields. */
export function keepRest(maps: readonly FieldMap[], flat: Fields, ours: Fields): Kept {
  const written = writeFields(maps, ours);
  const isWritten = (path: string): boolean =>
    Object.hasOwn(written, path) && isDeepStrictEqual(written[path], flat[path]);
  const fields = Object.fromEntries(Object.entries(flat).filter(([path]) => !isWritten(path)));
  return { fields, absent: Object.keys(written).filter((path) => !Object.hasOwn(flat, path)) };
}

/** A file's object, flattened: as it was imported, except for what has been changed since. */
export function restoreFields(maps: readonly FieldMap[], ours: Fields, { fields, absent }: Kept): Fields {
  const means = (flat: Fields): boolean => isDeepStrictEqual(readFields(maps, flat), ours);
  const written = writeFields(maps, ours);
  const whole = Object.fromEntries(
    Object.entries({ ...written, ...fields }).filter(([path]) => !absent.includes(path)),
  );
  if (means(whole)) return whole;
  const mapped = new Set(maps.map(({ path }) => path));
  let restored: Fields = written;
  for (const [path, value] of Object.entries(fields)) {
    const next = { ...restored, [path]: value };
    if (!mapped.has(path) || isDeepStrictEqual(readFields(maps, next), readFields(maps, restored))) restored = next;
  }
  return restored;
}

/** Names of fields that hold something that cannot be read. */
export function unreadable(maps: readonly FieldMap[], flat: Fields): string[] {
  return maps
    .filter(({ path, read }) => !isEmpty(flat[path]) && Object.keys(read(flat[path], flat)).length === 0)
    .map(({ path }) => path);
}

const NOTHING: readonly unknown[] = [undefined, null, '', 0, false];

/** Whether a value says nothing: also a list or an object of such values. */
function isEmpty(value: unknown): boolean {
  const isHolder = Array.isArray(value) || isObject(value);
  return isHolder ? Object.values(value).every(isEmpty) : NOTHING.includes(value);
}

interface Values<Value> {
  readonly is: (raw: unknown) => raw is Value;
  /** What is written where we have no value. */
  readonly otherwise: unknown;
}

/** A field that is ours under another name. */
export const plainField = <Value>(path: string, name: string, { is, otherwise }: Values<Value>): FieldMap => ({
  path,
  read: (raw) => (is(raw) ? { [name]: raw } : {}),
  write: (ours) => ours[name] ?? otherwise,
});

/** A field with a fixed set of values, which are others here. */
export const enumField = (
  path: string,
  name: string,
  values: ReadonlyMap<unknown, string>,
  otherwise: unknown,
): FieldMap => ({
  path,
  read: (raw) => (values.has(raw) ? { [name]: values.get(raw) } : {}),
  write: (ours) => [...values].find(([, value]) => value === ours[name])?.[0] ?? otherwise,
});

/** True and false. */
export const flagOr = (otherwise: boolean | null): Values<boolean> => ({
  is: (raw): raw is boolean => typeof raw === 'boolean',
  otherwise,
});

/** Whole numbers in a range. */
export const wholeOr = (otherwise: number | null, least: number, most: number): Values<number> => ({
  is: (raw): raw is number => Number.isInteger(raw) && (raw as number) >= least && (raw as number) <= most,
  otherwise,
});

/** Numbers in a range. */
export const numberOr = (otherwise: number, least: number, most: number): Values<number> => ({
  is: (raw): raw is number => typeof raw === 'number' && raw >= least && raw <= most,
  otherwise,
});

/** Texts that are not empty. */
export const textOr = (otherwise: string | null, most: number): Values<string> => ({
  is: (raw): raw is string => typeof raw === 'string' && raw !== '' && raw.length <= most,
  otherwise,
});
