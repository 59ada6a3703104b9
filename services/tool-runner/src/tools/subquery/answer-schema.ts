/** The most characters of a request. */
export const MAX_REQUEST = 4_000;
/** Longer than the executor takes for an answer, and than another one takes after it. */
export const SUBQUERY_TIMEOUT_MS = 120_000;

/** JSON Schema of an answer. `trimmed`, where a limit left something out, is not named here, so that every description of the tool stays short. */
export const ANSWER_SCHEMA = {
  type: 'object',
  properties: { answer: { type: 'string' } },
  required: ['answer'],
} as const;
