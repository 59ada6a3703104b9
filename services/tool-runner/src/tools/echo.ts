import type { Tool } from '@crumbtrail/tool-runtime';

/** Returns its arguments. */
export const echo: Tool = {
  definition: {
    name: 'echo',
    title: 'Echo',
    category: 'test',
    source: 'built-in',
    description: 'Gives back the text that it is given, word for word. For trying out that tools work.',
    input: {
      type: 'object',
      properties: { text: { type: 'string', maxLength: 20_000, description: 'What to give back.' } },
      required: ['text'],
      additionalProperties: false,
    },
    output: { type: 'string' },
    examples: [{ input: { text: 'hello' }, output: 'hello' }],
    timeout_ms: 1_000,
    concurrency: 16,
  },
  run: async ({ text }) => text,
};
