import { isPlainObject, type Plain } from './plain';
import type { PathMeter } from './json-path';
import { project, selectParts, type Selection } from './project';

function strings(value: Plain): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  return isPlainObject(value) ? Object.values(value).flatMap(strings) : [];
}

const isScalar = (value: Plain): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The included strings, one per line, in the order of the include paths. Numbers and booleans are included where a path names them. */
export function asText(data: Plain, selection: Selection, meter: PathMeter): string {
  return joinLines(selectParts(data, selection, meter).flatMap(scalarsOrStrings));
}

const scalarsOrStrings = (part: Plain): string[] => (isScalar(part) ? [String(part)] : strings(part));
const joinLines = (lines: readonly string[]): string => lines.filter((line) => line.trim() !== '').join('\n');

function scalars(value: Plain): string[] {
  if (isScalar(value)) return [String(value)];
  if (Array.isArray(value)) return value.flatMap(scalars);
  return isPlainObject(value) ? Object.values(value).flatMap(scalars) : [];
}

/** The strings of a transformed payload, one per line, and numbers and booleans of the members that the transform set. */
export function transformedAsText(data: Plain, made: ReadonlySet<string>): string {
  if (!isPlainObject(data)) return joinLines(scalarsOrStrings(data));
  return joinLines(Object.entries(data).flatMap(([key, value]) => (made.has(key) ? scalars(value) : strings(value))));
}

function fieldLines(value: Plain, name: string): string[] {
  if (isScalar(value)) return [`${name}: ${String(value)}`];
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isScalar)) return [`${name}: ${value.join(', ')}`];
    return value.flatMap((item, index) => fieldLines(item, `${name}[${index}]`));
  }
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => fieldLines(item, name === '' ? key : `${name}.${key}`));
}

/** `name: value` lines in document order; nested names are joined by dots, lists of scalars by commas. */
export function asFields(data: Plain, selection: Selection, meter: PathMeter): string {
  return fieldLines(project(data, selection, meter), '').join('\n');
}
