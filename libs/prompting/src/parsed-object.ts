/** A JSON object with any members. */
export type ParsedObject = Record<string, unknown>;
