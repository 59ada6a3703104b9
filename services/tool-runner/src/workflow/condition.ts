import { isDeepStrictEqual } from 'node:util';
import type { Condition } from './workflow-input';

/** A number, or a text that is one; NaN for anything else. */
function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}

/** Numbers and texts of numbers are equal where they are written alike, because some tools return numbers as text. */
function isEqual(a: unknown, b: unknown): boolean {
  const isPlain = (one: unknown): boolean => typeof one === 'string' || typeof one === 'number';
  return isDeepStrictEqual(a, b) || (isPlain(a) && isPlain(b) && String(a) === String(b));
}

function contains(value: unknown, part: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => isEqual(item, part));
  return typeof value === 'string' && value.includes(String(part));
}

/** Whether there is something: null, false, 0, an empty text and an empty list are nothing. */
const isSomething = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** Whether a condition holds, once its references are values. All of its tests must; without one, there must be something. */
export function holds({ value, not = false, ...tests }: Condition): boolean {
  const results = [
    ...('equals' in tests ? [isEqual(value, tests.equals)] : []),
    ...(tests.above === undefined ? [] : [toNumber(value) > tests.above]),
    ...(tests.below === undefined ? [] : [toNumber(value) < tests.below]),
    ...('contains' in tests ? [contains(value, tests.contains)] : []),
  ];
  const all = results.length === 0 ? isSomething(value) : results.every(Boolean);
  return all !== not;
}
