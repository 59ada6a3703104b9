import type { Tool } from '@crumbtrail/tool-runtime';
import { MAX_HINT, MEMORY_TOOL } from './memory-tool';

/** Answers a hint from what the agent remembers, with the breadcrumbs that the answer rests on. */
export const recall: Tool = {
  definition: {
    ...MEMORY_TOOL,
    permissions: [...MEMORY_TOOL.permissions],
    name: 'recall',
    title: 'Recall',
    description: [
      'Answers from your memory of earlier conversations. Look at what you were given first; recall what it does not hold.',
      'If `known` is false, you remember nothing about it: say so, and do not guess.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        hint: {
          type: 'string',
          minLength: 1,
          maxLength: MAX_HINT,
          description: 'What you want to know, in a sentence.',
        },
      },
      required: ['hint'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: {
        known: { type: 'boolean' },
        answer: { type: 'string' },
        sources: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              fact: { type: 'string' },
              session: { type: 'string' },
              at: { type: 'string' },
              breadcrumbs: { type: 'array', items: { type: 'string' } },
            },
            required: ['fact', 'breadcrumbs'],
          },
        },
      },
      required: ['known', 'answer', 'sources'],
    },
    argument: 'hint',
    examples: [
      {
        input: { hint: 'Where does Ann live?' },
        output: { known: true, answer: 'In Bonn, since May.', sources: [] },
      },
    ],
  },
  run: async ({ hint }, { memory }) => {
    const { known, answer, facts } = await memory.recall(String(hint));
    const sources = facts.map(({ fact: { id, session, at, sources: rests } }) => ({
      fact: id,
      ...(session === undefined ? {} : { session }),
      ...(at === undefined ? {} : { at }),
      breadcrumbs: rests.map((one) => one.id),
    }));
    return { known, answer, sources };
  },
};
