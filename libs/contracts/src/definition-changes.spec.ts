import type { AgentDefV1 } from './generated/types';
import { CHANGES_OF_AGENT, changeDefinition, definitionToSave, listChanged, pickChanges } from './definition-changes';

const definition: AgentDefV1 = {
  agent: 'assistant',
  prompt: 'You help.',
  subscriptions: [{ schema: 'user.message.v1' }],
  model: { name: 'large', temperature: 1, context_window: 8_000, prices: { input: 2, output: 8 } },
  tools: ['calculator'],
  context: { preset: 'minimal', budget: { max_tokens: 4_000 } },
};

describe('changes of a definition', () => {
  it('change only what they name', () => {
    expect(changeDefinition(definition, {})).toEqual(definition);
    expect(changeDefinition(definition, { prompt: 'Be brief.' })).toEqual({ ...definition, prompt: 'Be brief.' });
    expect(changeDefinition(definition, { tools: [] })).toEqual({ ...definition, tools: [] });
  });

  it('drop the prices of the model with another model, and keep them with another temperature', () => {
    const { prices, ...model } = definition.model ?? {};
    expect(changeDefinition(definition, { model: 'small' }).model).toEqual({ ...model, name: 'small' });
    expect(changeDefinition(definition, { model: 'large', temperature: 0 }).model).toEqual({
      ...model,
      prices,
      temperature: 0,
    });
  });

  it('save budget and config beside the other settings of contexts of the definition', () => {
    const saved = definitionToSave(definition, { budget: { max_tokens: 500 }, config: { recent_exchanges: 1 } });
    expect(saved).toEqual({
      ...definition,
      context: { preset: 'minimal', budget: { max_tokens: 500 }, recent_exchanges: 1 },
    });
    expect(definitionToSave(definition, { prompt: 'Be brief.' }).context).toEqual(definition.context);
  });

  it('replace the whole definition where one is given, and then change that', () => {
    const other: AgentDefV1 = { ...definition, prompt: 'You sing.', lane: 'agent' };
    expect(changeDefinition(definition, { definition: other })).toEqual(other);
    expect(changeDefinition(definition, { definition: other, tools: [] })).toEqual({ ...other, tools: [] });
  });

  it('of the agent are picked without the settings of a trial', () => {
    const changes = { prompt: 'Be brief.', tools: [], budget: { max_tokens: 500 }, config: { recent_exchanges: 1 } };
    expect(pickChanges(changes, CHANGES_OF_AGENT)).toEqual({ prompt: 'Be brief.', tools: [] });
    expect(pickChanges(changes, ['budget'])).toEqual({ budget: { max_tokens: 500 } });
  });

  it('are listed by name, without those that are absent', () => {
    expect(listChanged({ tools: [], temperature: 0, model: undefined })).toEqual(['temperature', 'tools']);
  });
});
