import { MAX_FACT_CHARACTERS } from '@crumbtrail/contracts';
import type { Tool } from '@crumbtrail/tool-runtime';
import { CHANGED_SCHEMA, MEMORY_TOOL } from './memory-tool';

/** The participant by kind and id; an id without a kind is a person's. */
const participantOf = (about: string): string => (about.includes(':') ? about : `user:${about}`);

/** Adds a fact to the short-term memory of the session. */
export const remember: Tool = {
  definition: {
    ...MEMORY_TOOL,
    permissions: [...MEMORY_TOOL.permissions],
    name: 'remember',
    title: 'Remember',
    description: [
      'Keeps a fact in your memory of this conversation. Most of what is said is remembered without it: use it for what must not be lost.',
      'Write one sentence that can be understood alone and names whom it is about.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        text: {
          type: 'string',
          minLength: 1,
          maxLength: MAX_FACT_CHARACTERS,
          description: 'The fact, in one sentence.',
        },
        about: {
          type: 'string',
          pattern: '^((user|agent):)?[a-z0-9][a-z0-9._-]{0,63}$',
          description: 'The id of the participant that it is about, such as `ann` or `agent:guide`.',
        },
      },
      required: ['text'],
      additionalProperties: false,
    },
    output: CHANGED_SCHEMA,
    argument: 'text',
    examples: [{ input: { text: 'Ann is allergic to nuts.', about: 'ann' }, output: { changed: 1 } }],
  },
  run: async ({ text, about }, { memory }) => ({
    changed: await memory.remember(String(text), typeof about === 'string' ? participantOf(about) : undefined),
  }),
};
