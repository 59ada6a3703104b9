import { expandScenario } from '@crumbtrail/prompting';
import type { Tool } from '@crumbtrail/tool-runtime';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 50;
/** Characters of one scenario. */
const LONGEST = 1_000;

const shorten = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()} […]`;

/** Lists the scenarios of the agent's past sessions, so that it does not repeat them. */
export const pastScenarios: Tool = {
  definition: {
    name: 'past_scenarios',
    title: 'Past scenarios',
    category: 'memory',
    source: 'built-in',
    description: [
      'Lists the scenarios of your past conversations. Those that were replaced are among them. Use it before you begin something new, so that you do not repeat yourself.',
      'With `text`, a draft of yours, the most similar ones come first, each with its similarity: 1 is the same.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        text: { type: 'string', minLength: 1, maxLength: 16_384, description: 'A draft to compare with.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_LIMIT,
          description: `Most results; ${DEFAULT_LIMIT} if absent.`,
        },
      },
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: {
        scenarios: {
          type: 'array',
          items: {
            type: 'object',
            properties: { session: { type: 'string' }, scenario: { type: 'string' }, similarity: { type: 'number' } },
            required: ['session', 'scenario'],
          },
        },
      },
      required: ['scenarios'],
    },
    argument: 'text',
    examples: [{ input: { text: 'A storm traps travellers.' } }],
    timeout_ms: 20_000,
    permissions: ['search'],
  },
  run: async ({ text, limit = DEFAULT_LIMIT }, { log, agent }) => {
    const wish = { limit: Number(limit), ...(text === undefined ? {} : { similar_to: String(text) }) };
    const scenarios = await log.pastScenarios(wish);
    return {
      scenarios: scenarios.map(({ members, ...one }) => {
        const scenario = members
          ? expandScenario(one.scenario, { agent, session: one.session, members })
          : one.scenario;
        return { ...one, scenario: shorten(scenario) };
      }),
    };
  },
};
