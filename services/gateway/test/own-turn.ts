import { AgentDef, contextId, responseId, singletonId } from '@crumbtrail/contracts';
import { crumb, ID, OTHER } from './crumbs';

export const turn = { id: OTHER, agent: 'bot', state: 'open' as const, cause: { id: ID, version: 3 } };
export const definitionId = singletonId('default', 'agent', 'bot');
export const [builtId, endId] = [contextId('default', turn.id), responseId('default', turn.id)];
export const message = crumb();
export const definition = (runner?: 'service'): ReturnType<typeof crumb> =>
  crumb({
    id: definitionId,
    schema_name: AgentDef.name,
    context: { agent: 'bot', prompt: 'Be brief.', ...(runner ? { runner } : {}) },
  });
export const built = crumb({
  id: builtId,
  schema_name: 'agent.context.v1',
  version: 1,
  context: {
    agent: 'bot',
    turn: { id: turn.id },
    definition: { id: definitionId, version: 3 },
    trigger: { id: message.id, version: message.version },
    format: 'markdown',
    formatted_context: 'What is shown',
    tokens: { total: 5, by_section: {} },
    budget: { cap: 100 },
  },
});
export const response = crumb({
  id: endId,
  version: 1,
  schema_name: 'agent.response.v1',
  context: { action: 'speak' },
});
