import { agentName, AgentPlan } from '@crumbtrail/contracts';
import type { Tool } from '@crumbtrail/tool-runtime';
import { requireTurn } from './members';

/** Every context of the agent in the session has it. */
const MOST_TEXT = 16_384;

/** Rewrites the plan of the agent in the session, which only it and operators read. */
export const plan: Tool = {
  definition: {
    name: 'plan',
    title: 'Plan',
    category: 'session',
    source: 'built-in',
    description: [
      'Writes your plan for this conversation: what is to happen, what has happened, and what comes next. You see it in every turn whose answer has the same readers; nobody else in the conversation does.',
      'It replaces the plan before, so write the whole plan each time that it changes.',
    ].join(' '),
    input: {
      type: 'object',
      properties: { text: { type: 'string', minLength: 1, maxLength: MOST_TEXT } },
      required: ['text'],
      additionalProperties: false,
    },
    output: { type: 'object', properties: { version: { type: 'integer' } }, required: ['version'] },
    argument: 'text',
    examples: [
      { input: { text: 'Act 1 (done): the storm. Act 2: a stranger brings the map.' }, output: { version: 2 } },
    ],
    timeout_ms: 10_000,
    permissions: ['create'],
  },
  run: async ({ text }, call) => {
    requireTurn(call);
    const { session, agent } = call;
    const context = { ...(session === undefined ? {} : { session }), agent };
    const draft = { schema_name: AgentPlan.name, audience: [agentName(agent)], context };
    const { version } = await call.log.put(draft, () => ({ text }));
    return { version };
  },
};
