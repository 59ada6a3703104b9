import { AgentNote, type AgentNoteV1 } from '@crumbtrail/contracts';
import type { Tool } from '@crumbtrail/tool-runtime';
import { findAgents, requireTurn } from './members';

const MOST_MESSAGE = 8_192;

/** Writes a note that only the named agents read. Its author is the agent of the turn, whatever the arguments say. */
export const agentNote: Tool = {
  definition: {
    name: 'agent_note',
    title: 'Note to agents',
    category: 'session',
    source: 'built-in',
    description: [
      'Writes a note to other agents of this conversation, by their ids or names. Only they and you read it; people do not.',
      'They see it when they speak the next time: it does not let them speak.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        to: {
          type: 'array',
          minItems: 1,
          maxItems: 64,
          items: { type: 'string', minLength: 1, maxLength: 80 },
          description: 'The agents that read it.',
        },
        subject: { type: 'string', minLength: 1, maxLength: 200 },
        message: { type: 'string', minLength: 1, maxLength: MOST_MESSAGE },
      },
      required: ['to', 'message'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: { to: { type: 'array', items: { type: 'string' } } },
      required: ['to'],
    },
    examples: [{ input: { to: ['cat'], message: 'The key is under the third stone.' }, output: { to: ['cat'] } }],
    timeout_ms: 10_000,
    permissions: ['search', 'create'],
  },
  run: async (given, call) => {
    requireTurn(call);
    // The input was checked against the schema above.
    const { to: wanted, subject, message } = given as unknown as AgentNoteV1;
    const to = findAgents(wanted, await call.log.members());
    const context = { to, ...(subject === undefined ? {} : { subject }), message };
    await call.log.create([{ schema_name: AgentNote.name, context }]);
    return { to };
  },
};
