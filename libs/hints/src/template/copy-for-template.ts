import { isPlainObject, type Plain } from '../plain';

const guard = { value: () => Number.NaN, enumerable: false };
const inert = Object.freeze(Object.create(null, { [Symbol.toPrimitive]: guard }) as object);

/**
 * A copy of plain JSON for a template: objects inherit no named members, and neither objects nor lists equal any text.
 * (Handlebars compares contexts with `!=`, which throws on objects without a prototype and serializes whole lists.)
 */
export function copyForTemplate(value: Plain): Plain {
  if (Array.isArray(value)) return Object.defineProperty(value.map(copyForTemplate), Symbol.toPrimitive, guard);
  if (!isPlainObject(value)) return value;
  const copy = Object.create(inert) as { [key: string]: Plain };
  for (const key of Object.keys(value)) copy[key] = copyForTemplate(value[key] as Plain);
  return copy;
}
