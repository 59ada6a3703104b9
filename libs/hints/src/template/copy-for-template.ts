import { isPayloadName, isPlainObject, type Plain } from '../plain';

const guard = { value: () => Number.NaN, enumerable: false };
const inert = Object.freeze(Object.create(null, { [Symbol.toPrimitive]: guard }) as object);

/**
 * A copy of a payload for a template, in which `context` names the payload itself unless it has a member of this name; loops do not
 * show it.
 */
export function copyForTemplate(data: Plain): Plain {
  const copy = copyPlain(data);
  return isPayloadName('context', data)
    ? (Object.defineProperty(copy as object, 'context', { value: copy }) as Plain)
    : copy;
}

/**
 * A copy of plain JSON for a template: objects inherit no named members, and neither objects nor lists equal any text.
 * (Handlebars compares contexts with `!=`, which throws on objects without a prototype and serializes whole lists.)
 */
function copyPlain(value: Plain): Plain {
  if (Array.isArray(value)) return Object.defineProperty(value.map(copyPlain), Symbol.toPrimitive, guard);
  if (!isPlainObject(value)) return value;
  const copy = Object.create(inert) as { [key: string]: Plain };
  for (const key of Object.keys(value)) copy[key] = copyPlain(value[key] as Plain);
  return copy;
}
