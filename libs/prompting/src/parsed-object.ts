/** A JSON object with any members. */
export type ParsedObject = Record<string, unknown>;

/** Whether a JSON value is an object. */
export const isParsedObject = (value: unknown): value is ParsedObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
