import type { AgentDefV1 } from '@crumbtrail/contracts';
import { draftOf, readChanges } from './rerun-draft';

const definition: AgentDefV1 = {
  agent: 'assistant',
  prompt: 'You help.',
  subscriptions: [{ schema: 'user.message.v1' }],
  tools: ['calculator', 'dice'],
};
const initial = draftOf(definition);

describe('the form of a rerun', () => {
  it('changes only the fields that were edited', () => {
    expect(readChanges(initial, initial)).toEqual({ changes: {} });
    const draft = {
      ...initial,
      prompt: 'Be brief.',
      temperature: '0.5',
      tools: 'dice',
      budget: '500',
      config: '{"format":"lmml"}',
    };
    expect(readChanges(initial, draft)).toEqual({
      changes: {
        prompt: 'Be brief.',
        temperature: 0.5,
        tools: ['dice'],
        budget: { max_tokens: 500 },
        config: { format: 'lmml' },
      },
    });
    expect(readChanges(initial, { ...initial, tools: '' })).toEqual({ changes: { tools: [] } });
  });

  it.each([
    ['prompt', ' ', /prompt is empty/],
    ['temperature', '3', /from 0 to 2/],
    ['temperature', 'warm', /from 0 to 2/],
    ['budget', 'all', /whole number of tokens/],
    ['config', '[]', /JSON object/],
    ['config', '{', /JSON object/],
  ])('says what is wrong with %s "%s"', (name, value, problem) => {
    expect(readChanges(initial, { ...initial, [name]: value })).toEqual({ problem: expect.stringMatching(problem) });
  });
});
