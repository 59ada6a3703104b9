import { isObject, type Plain } from './plain';
import { parts, project, type Selection } from './project';

function strings(value: Plain): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  return isObject(value) ? Object.values(value).flatMap(strings) : [];
}

const scalar = (value: Plain): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The included strings, one per line, in the order of the include paths; a number or boolean counts where a path names it. */
export function asText(data: Plain, selection: Selection): string {
  return joined(parts(data, selection).flatMap(named));
}

const named = (part: Plain): string[] => (scalar(part) ? [String(part)] : strings(part));
const joined = (lines: readonly string[]): string => lines.filter((line) => line.trim() !== '').join('\n');

function scalars(value: Plain): string[] {
  if (scalar(value)) return [String(value)];
  if (Array.isArray(value)) return value.flatMap(scalars);
  return isObject(value) ? Object.values(value).flatMap(scalars) : [];
}

/** The strings of a transformed payload, one per line; of the members that a rule has made, numbers and booleans too. */
export function asTextMade(data: Plain, made: ReadonlySet<string>): string {
  if (!isObject(data)) return joined(named(data));
  return joined(Object.entries(data).flatMap(([key, value]) => (made.has(key) ? scalars(value) : strings(value))));
}

function lines(value: Plain, name: string): string[] {
  if (scalar(value)) return [`${name}: ${String(value)}`];
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(scalar)) return [`${name}: ${value.join(', ')}`];
    return value.flatMap((item, index) => lines(item, `${name}[${index}]`));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => lines(item, name === '' ? key : `${name}.${key}`));
}

/** `name: value` lines in document order; nested names are joined by dots, lists of scalars by commas. */
export function asFields(data: Plain, selection: Selection): string {
  return lines(project(data, selection), '').join('\n');
}
