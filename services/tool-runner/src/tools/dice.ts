import type { Tool } from '@crumbtrail/tool-runtime';
import { rollDice } from './dice/roll';
import { createDraw } from './seeded-draw';

const numbers = { type: 'array', items: { type: 'integer' } };

/**
 * Rolls dice on the server, drawn from the id of the request: the same request always rolls the same, which can be checked, and
 * the model cannot choose it.
 */
export const dice: Tool = {
  definition: {
    name: 'dice',
    title: 'Dice',
    category: 'chance',
    source: 'built-in',
    description: [
      'Rolls real dice and gives every die and the total. Use it for every roll; never make up what dice show.',
      'Notation: 2d6+3; 4d6kh3 keeps the three highest (kl the lowest; dh, dl drop); 2d20kh1 for advantage; 3d6! explodes: a highest face is rolled again and added; d% is d100. Terms are joined by + and -.',
    ].join(' '),
    input: {
      type: 'object',
      properties: { notation: { type: 'string', minLength: 1, maxLength: 200, description: 'For example: 4d6kh3+2' } },
      required: ['notation'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: {
        notation: { type: 'string' },
        total: { type: 'integer' },
        groups: {
          type: 'array',
          items: {
            type: 'object',
            properties: { dice: { type: 'string' }, rolled: numbers, kept: numbers, subtotal: { type: 'integer' } },
            required: ['dice', 'rolled', 'kept', 'subtotal'],
          },
        },
        modifier: { type: 'integer' },
        seed: { type: 'string' },
      },
      required: ['notation', 'total', 'groups', 'modifier', 'seed'],
    },
    argument: 'notation',
    examples: [
      {
        input: { notation: '4d6kh3+2' },
        output: {
          notation: '4d6kh3+2',
          total: 14,
          groups: [{ dice: '4d6kh3', rolled: [3, 5, 1, 4], kept: [5, 4, 3], subtotal: 12 }],
          modifier: 2,
          seed: '0197a6d0-5a3c-8e1b-9c55-2f6d1c7b9a10',
        },
      },
    ],
    timeout_ms: 1_000,
    concurrency: 16,
  },
  run: async ({ notation }, { request }) => ({
    ...rollDice(String(notation), createDraw(request.id)),
    seed: request.id,
  }),
};
