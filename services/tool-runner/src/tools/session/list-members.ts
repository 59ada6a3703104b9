import type { Tool } from '@crumbtrail/tool-runtime';

/** Lists who takes part in the session. */
export const listMembers: Tool = {
  definition: {
    name: 'list_members',
    title: 'Members',
    category: 'session',
    source: 'built-in',
    description: [
      'Lists the people and agents of this conversation: id, name, whether they are muted and whether they are there.',
      'Use it before you address an agent by its id.',
    ].join(' '),
    input: { type: 'object', properties: {}, additionalProperties: false },
    output: {
      type: 'object',
      properties: {
        members: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string' },
              name: { type: 'string' },
              kind: { enum: ['user', 'agent'] },
              muted: { type: 'boolean' },
              present: { type: 'boolean' },
            },
            required: ['id', 'name', 'kind', 'muted', 'present'],
          },
        },
      },
      required: ['members'],
    },
    examples: [
      { input: {}, output: { members: [{ id: 'bob', name: 'Bob', kind: 'agent', muted: false, present: true }] } },
    ],
    timeout_ms: 10_000,
    permissions: ['search'],
  },
  run: async (_input, { log }) => ({ members: await log.members() }),
};
