/** A JSON object with any members. */
export type JsonObject = Record<string, unknown>;
