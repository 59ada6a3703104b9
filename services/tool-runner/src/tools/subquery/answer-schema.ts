/** The most characters of a request. */
export const MAX_REQUEST = 4_000;
/** Longer than the executor takes for an answer, and than another one takes after it. */
export const SUBQUERY_TIMEOUT_MS = 120_000;

/** JSON Schema of an answer: its text, and what was left out because of a limit. */
export const ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    answer: { type: 'string' },
    trimmed: {
      type: 'object',
      properties: {
        content_tokens: { type: 'integer' },
        messages: { type: 'integer' },
        words: { type: 'integer' },
      },
    },
  },
  required: ['answer'],
} as const;
