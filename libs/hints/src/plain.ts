import { MAX_DATA_DEPTH } from './limits';

/** JSON for rendering. Objects have no prototype, so that no name reaches an inherited member. */
export type Plain = string | number | boolean | null | Plain[] | { [key: string]: Plain };

export const isPlainObject = (value: Plain): value is { [key: string]: Plain } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether `context` names the payload itself: it does, unless the payload has a member of this name. */
export const isPayloadName = (name: string | undefined, data: Plain): boolean =>
  name === 'context' && isPlainObject(data) && !Object.hasOwn(data, name);

/** An empty object without a prototype. */
export const bare = (): { [key: string]: Plain } => Object.create(null) as { [key: string]: Plain };

function plainMembers(value: object, depth: number): Plain {
  const copy = bare();
  for (const [key, item] of Object.entries(value)) if (item !== undefined) copy[key] = plain(item, depth);
  return copy;
}

/** Copies JSON without prototypes; values that JSON cannot represent become null. Throws a RangeError when nested too deep. */
export function plain(value: unknown, depth = 0): Plain {
  if (depth > MAX_DATA_DEPTH) throw new RangeError(`the payload is nested deeper than ${MAX_DATA_DEPTH}`);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map((item: unknown) => plain(item, depth + 1));
  return typeof value === 'object' && value !== null ? plainMembers(value, depth + 1) : null;
}
