/** A JSON object of any shape. */
export type JsonObject = Record<string, unknown>;

/** Is this a JSON object: not null, not an array? */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
