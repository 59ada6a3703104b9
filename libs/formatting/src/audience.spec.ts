import type { TrailNode } from '@crumbtrail/contracts';
import { describeAudience, nodeAudience } from './audience';

describe('for whom a text is', () => {
  test.each([
    ['all', undefined],
    [undefined, undefined],
    ['agents', 'agents only'],
    [[], 'operators only'],
    [['user:ann', 'agent:assistant'], 'only for user:ann, agent:assistant'],
  ] as const)('%j is told as %j', (audience, told) => {
    expect(describeAudience(audience as never)).toBe(told);
  });

  test('a trail tells it of messages and answers, and not of what the system records', () => {
    const node = (schema_name: string): TrailNode => ({ schema_name, audience: ['user:ann'] }) as unknown as TrailNode;
    const told = ['user.message.v1', 'agent.response.v1', 'agent.context.v1'].map((name) => nodeAudience(node(name)));
    expect(told).toEqual(['only for user:ann', 'only for user:ann', undefined]);
  });
});
