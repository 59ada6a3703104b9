import type { Envelope } from '@crumbtrail/contracts';
import { formatCost } from '@crumbtrail/formatting';
import { formatErrorRate, statsByAgent } from './agent-stats';

const response = (agent: string, action: string, usage?: object): Envelope =>
  ({ author: { kind: 'agent', id: agent }, context: { action, ...(usage ? { usage } : {}) } }) as unknown as Envelope;

describe('statsByAgent', () => {
  const stats = statsByAgent([
    response('a', 'speak', { prompt_tokens: 10, completion_tokens: 2, cost_usd: 0.25 }),
    response('b', 'wait'),
    response('a', 'error'),
    response('a', 'speak', { prompt_tokens: 10, completion_tokens: 2, cost_usd: 0.5 }),
  ]);

  it('computes the statistics of each agent; `last` is the newest turn', () => {
    expect([...stats.keys()]).toEqual(['a', 'b']);
    expect(stats.get('a')).toMatchObject({ turns: 3, errors: 1, cost_usd: 0.75, unpriced: 0 });
    expect(stats.get('a')?.last?.context).toMatchObject({ usage: { cost_usd: 0.25 } });
    expect(stats.get('nobody')).toBeUndefined();
  });

  it('formatErrorRate shows errors as a share of the turns', () => {
    expect(['a', 'b'].map((agent) => formatErrorRate(stats.get(agent)!))).toEqual(['1 of 3 (33 %)', '0']);
  });

  it('formatCost never counts a turn of unknown price as free', () => {
    const one = statsByAgent([response('c', 'speak', { completion_tokens: 5 })]).get('c');
    const two = statsByAgent([
      response('c', 'speak', { completion_tokens: 5 }),
      response('c', 'speak', { completion_tokens: 5, cost_usd: 2 }),
    ]);
    expect([formatCost(one!), formatCost(two.get('c')!), formatCost(stats.get('b')!)]).toEqual([
      'unknown',
      '$2.00 + 1 unknown',
      '$0',
    ]);
  });
});
