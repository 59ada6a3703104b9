import type { ListedTurns } from '@crumbtrail/contracts/http/turns';
import { formatCost } from '@crumbtrail/formatting';
import { formatErrorRate, statsByAgent } from './agent-stats';

type ListedTurn = ListedTurns['turns'][number];

const turn = (agent: string, action: string, rest: Partial<ListedTurn> = {}): ListedTurn =>
  ({ agent, action, state: 'closed', ...rest }) as ListedTurn;

describe('statsByAgent', () => {
  const stats = statsByAgent([
    turn('a', 'speak', { tokens: 12, cost_usd: 0.25, closed_at: '2026-11-27T10:00:00.000Z' }),
    turn('b', 'wait'),
    turn('a', 'error', { closed_at: '2026-11-27T09:00:00.000Z' }),
    turn('a', 'speak', { tokens: 12, cost_usd: 0.5 }),
  ]);

  it('computes the statistics of each agent; `last` is the end of the newest turn', () => {
    expect([...stats.keys()]).toEqual(['a', 'b']);
    expect(stats.get('a')).toEqual({
      turns: 3,
      errors: 1,
      cost_usd: 0.75,
      unpriced: 0,
      last: '2026-11-27T10:00:00.000Z',
    });
    expect(stats.get('nobody')).toBeUndefined();
  });

  it('formatErrorRate shows errors as a share of the turns', () => {
    expect(['a', 'b'].map((agent) => formatErrorRate(stats.get(agent)!))).toEqual(['1 of 3 (33 %)', '0']);
  });

  it('formatCost never counts a turn of unknown price as free', () => {
    const one = statsByAgent([turn('c', 'speak', { tokens: 5 })]).get('c');
    const two = statsByAgent([turn('c', 'speak', { tokens: 5 }), turn('c', 'speak', { tokens: 5, cost_usd: 2 })]);
    expect([formatCost(one!), formatCost(two.get('c')!), formatCost(stats.get('b')!)]).toEqual([
      'unknown',
      '$2.00 + 1 unknown',
      '$0',
    ]);
  });
});
