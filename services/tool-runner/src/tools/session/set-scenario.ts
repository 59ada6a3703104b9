import { asPayload, Scene, type SceneV1 } from '@crumbtrail/contracts';
import type { Tool } from '@crumbtrail/tool-runtime';
import { findAgents, requireSession } from './members';

/** Shorter than an author's own: every context of the session has it. */
const MOST_TEXT = 8_192;

interface SetScenarioInput {
  readonly text: string;
  readonly agent?: string;
}

/** The scene with this scenario; without one where the text is empty. */
function withScenario(before: SceneV1, text: string, by: string): SceneV1 {
  const { scenario: _before, scenario_by: _by, ...others } = before;
  return text === '' ? others : { ...others, scenario: text, scenario_by: by };
}

/** Changes the scenario of the session, or that of one agent in it. Its author is the agent of the turn, and contexts say so. */
export const setScenario: Tool = {
  definition: {
    name: 'set_scenario',
    title: 'Scenario',
    category: 'session',
    source: 'built-in',
    description: [
      'Replaces the scenario of this conversation, which all its agents see above everything else, under your name. With `agent`, only what that agent sees.',
      'Write the whole text: where and when it takes place, and what is going on. An empty text removes it.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        text: { type: 'string', maxLength: MOST_TEXT },
        agent: { type: 'string', minLength: 1, maxLength: 80, description: 'Only for this agent, by id or name.' },
      },
      required: ['text'],
      additionalProperties: false,
    },
    output: { type: 'object', properties: { version: { type: 'integer' } }, required: ['version'] },
    argument: 'text',
    examples: [{ input: { text: 'A cellar below the inn, at midnight.' }, output: { version: 2 } }],
    timeout_ms: 10_000,
    permissions: ['search', 'create'],
  },
  run: async (given, call) => {
    const session = requireSession(call);
    // The input was checked against the schema above.
    const { text, agent } = given as unknown as SetScenarioInput;
    const [only] = agent === undefined ? [] : findAgents([agent], await call.log.members());
    const context = { session, ...(only === undefined ? {} : { agent: only }) };
    const { version } = await call.log.put({ schema_name: Scene.name, audience: 'agents', context }, (before) => ({
      ...withScenario(asPayload(Scene.name, before) ?? {}, text, call.agent),
    }));
    return { version };
  },
};
