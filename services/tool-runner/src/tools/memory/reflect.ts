import type { Tool } from '@crumbtrail/tool-runtime';
import { CHANGED_SCHEMA, MEMORY_TOOL } from './memory-tool';

/** Lets the agent go through its memory. */
export const reflect: Tool = {
  definition: {
    ...MEMORY_TOOL,
    permissions: [...MEMORY_TOOL.permissions],
    name: 'reflect',
    title: 'Reflect',
    description:
      'Goes through your memory: merges what says the same, and corrects what contradicts. Use it when what you remember no longer fits together. It takes time.',
    input: { type: 'object', properties: {}, additionalProperties: false },
    output: CHANGED_SCHEMA,
    examples: [{ input: {}, output: { changed: 3 } }],
  },
  run: async (_input, { memory }) => ({ changed: await memory.reflect() }),
};
