import type { Tool } from '@crumbtrail/tool-runtime';
import { CHANGED_SCHEMA, MAX_HINT, MEMORY_TOOL } from './memory-tool';

/** Makes the short-term memory of the session again for another task. */
export const switchContext: Tool = {
  definition: {
    ...MEMORY_TOOL,
    permissions: [...MEMORY_TOOL.permissions],
    name: 'switch_context',
    title: 'Switch context',
    description:
      'Prepares your memory of this conversation for another task: what matters for the task comes to the front, and the rest goes to your long-term memory. Nothing is lost.',
    input: {
      type: 'object',
      properties: {
        task: { type: 'string', minLength: 1, maxLength: MAX_HINT, description: 'What comes next, in a sentence.' },
      },
      required: ['task'],
      additionalProperties: false,
    },
    output: CHANGED_SCHEMA,
    argument: 'task',
    examples: [{ input: { task: 'Plan the trip to Lisbon.' }, output: { changed: 4 } }],
  },
  run: async ({ task }, { memory }) => ({ changed: await memory.switchContext(String(task)) }),
};
