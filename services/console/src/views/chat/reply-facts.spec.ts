import type { TrailNode } from '@crumbtrail/contracts';
import { replyFacts, toolCount, toolExchanges } from './reply-facts';

const node = (id: string, schema_name: string, cause?: string): TrailNode =>
  ({ id, schema_name: `${schema_name}.v1`, ...(cause && { cause: { id: cause, version: 1 } }) }) as TrailNode;

describe('replyFacts', () => {
  test('lists model, tokens, cost and duration', () => {
    const usage = { prompt_tokens: 1_600, completion_tokens: 68, cost_usd: 0.0003 };
    expect(replyFacts({ model: 'small', usage, latency_ms: 1_300 })).toEqual([
      'small',
      '1,668 tokens',
      '$0.0003',
      '1.3 s',
    ]);
  });

  test('leaves out what is not known, and takes the counted tokens of a prompt that was not billed', () => {
    expect(replyFacts({})).toEqual([]);
    expect(replyFacts({ usage: { counted_prompt_tokens: 1 } })).toEqual(['1 token (estimated)']);
  });

  test('says that the cost is not known where tokens were billed without a price', () => {
    const usage = { prompt_tokens: 230, completion_tokens: 68 };
    expect(replyFacts({ model: 'local', usage })).toEqual(['local', '298 tokens', 'cost unknown']);
  });

  test('counts tools', () => {
    expect([1, 3].map(toolCount)).toEqual(['1 tool', '3 tools']);
  });
});

describe('toolExchanges', () => {
  const nodes = [
    node('message', 'user.message'),
    node('turn', 'agent.turn', 'message'),
    node('other turn', 'agent.turn', 'message'),
    node('step', 'agent.step', 'turn'),
    node('a', 'tool.request', 'step'),
    node('b', 'tool.request', 'step'),
    node('part', 'tool.request', 'a'),
    node('elsewhere', 'tool.request', 'other turn'),
    node('a done', 'tool.response', 'a'),
    node('part done', 'tool.response', 'part'),
  ];

  test('pairs the requests of a turn with their responses, without calls of other turns and of its tools', () => {
    expect(toolExchanges(nodes, 'turn')).toEqual([
      { request: 'a', response: 'a done' },
      { request: 'b', response: undefined },
    ]);
  });

  test('leaves out what was erased, and ends at a cycle', () => {
    const erased = nodes.map((one) => (one.id === 'a' ? { ...one, erased: true } : one));
    expect(toolExchanges(erased, 'turn').map(({ request }) => request)).toEqual(['b']);
    expect(toolExchanges([node('x', 'tool.request', 'y'), node('y', 'agent.step', 'x')], 'turn')).toEqual([]);
  });
});
