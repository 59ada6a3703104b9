import type { Envelope } from '@crumbtrail/contracts';
import { formatCost, formatErrorRate, statsByAgent } from './agent-stats';

const end = (agent: string, action: string, usage?: object): Envelope =>
  ({ author: { kind: 'agent', id: agent }, context: { action, ...(usage ? { usage } : {}) } }) as unknown as Envelope;

describe('the numbers of agents', () => {
  const numbers = statsByAgent([
    end('a', 'speak', { prompt_tokens: 10, completion_tokens: 2, cost_usd: 0.25 }),
    end('b', 'wait'),
    end('a', 'error'),
    end('a', 'speak', { prompt_tokens: 10, completion_tokens: 2, cost_usd: 0.5 }),
  ]);

  it('are each agent’s own, the newest turn first', () => {
    expect([...numbers.keys()]).toEqual(['a', 'b']);
    expect(numbers.get('a')).toMatchObject({ turns: 3, errors: 1, cost_usd: 0.75, unpriced: 0 });
    expect(numbers.get('a')?.last?.context).toMatchObject({ usage: { cost_usd: 0.25 } });
    expect(numbers.get('nobody')).toBeUndefined();
  });

  it('give errors as a share of the turns', () => {
    expect(['a', 'b'].map((agent) => formatErrorRate(numbers.get(agent)!))).toEqual(['1 of 3 (33 %)', '0']);
  });

  it('never say that a turn of an unknown price cost nothing', () => {
    const one = statsByAgent([end('c', 'speak', { completion_tokens: 5 })]).get('c');
    const two = statsByAgent([
      end('c', 'speak', { completion_tokens: 5 }),
      end('c', 'speak', { completion_tokens: 5, cost_usd: 2 }),
    ]);
    expect([formatCost(one!), formatCost(two.get('c')!), formatCost(numbers.get('b')!)]).toEqual([
      'unknown',
      '$2.00 + 1 unknown',
      '$0',
    ]);
  });
});
