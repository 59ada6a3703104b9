import { AgentTrigger } from '@crumbtrail/contracts';
import type { Tool } from '@crumbtrail/tool-runtime';
import { findAgents, requireTurn } from './members';

interface TriggerAgentInput {
  readonly agent: string;
  readonly message?: string;
  readonly reason?: string;
}

/** Lets another agent speak. The store refuses one that is absent, and ends agents that trigger each other for ever. */
export const triggerAgent: Tool = {
  definition: {
    name: 'trigger_agent',
    title: 'Let an agent speak',
    category: 'session',
    source: 'built-in',
    description: [
      'Lets another agent of this conversation speak after you, by its id or name, also one that is muted.',
      'It answers `message`, which only agents read; everybody reads its answer. You do not get the answer back in this turn.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        agent: { type: 'string', minLength: 1, maxLength: 80, description: 'Who speaks.' },
        message: { type: 'string', minLength: 1, maxLength: 8_192, description: 'What it answers.' },
        reason: { type: 'string', minLength: 1, maxLength: 300, description: 'Why this agent; for the record.' },
      },
      required: ['agent'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: { triggered: { type: 'string' } },
      required: ['triggered'],
    },
    examples: [{ input: { agent: 'cat', message: 'Tell them what you saw.' }, output: { triggered: 'cat' } }],
    timeout_ms: 10_000,
    permissions: ['search', 'create'],
  },
  run: async (given, call) => {
    requireTurn(call);
    // The input was checked against the schema above.
    const { agent: wanted, message, reason } = given as unknown as TriggerAgentInput;
    const [agent] = findAgents([wanted], await call.log.members());
    const said = Object.entries({ message, reason }).filter(([, value]) => value !== undefined);
    const context = { agent, ...Object.fromEntries(said), private: true };
    await call.log.create([{ schema_name: AgentTrigger.name, context }]);
    return { triggered: agent };
  },
};
