import type { AgentDefV1 } from '@crumbtrail/contracts';
import { requiredTags } from './agent-models';

const hears = (...subscriptions: AgentDefV1['subscriptions']): string[] | null =>
  requiredTags({ subscriptions } as unknown as AgentDefV1);
const schema = 'user.message.v1';

test('agent models: the tags of a message are the fewest that match one of the agent’s subscriptions', () => {
  expect(hears({ schema })).toEqual([]);
  expect(hears({ schema, all_tags: ['a', 'b'], any_tags: ['c', 'd'] })).toEqual(['a', 'b', 'c']);
  expect(hears({ schema, all_tags: ['a', 'b'] }, { schema, any_tags: ['c'] })).toEqual(['c']);
  expect(hears({ schema: 'agent.response.v1' })).toBeNull();
});
