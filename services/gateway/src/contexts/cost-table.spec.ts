import type { ContextCostsReply, CrumbCost } from '@crumbtrail/contracts/operations/context-costs';
import { CostTable } from './cost-table';

const cost = (cost_usd: number) => ({ tokens: 100, cached_tokens: 10, cost_usd });
const row = (key: string, cost_usd: number): CrumbCost => ({
  key,
  ...cost(cost_usd),
  contexts: 2,
  answered: 2,
  grounded: 1,
});
const page = (more: Partial<ContextCostsReply>): ContextCostsReply => ({
  contexts: 2,
  priced: 1,
  prompts: cost(4),
  hidden: cost(0),
  groups: [],
  ...more,
});

test('cost table: adds up the rows of all pages, the most expensive first, and sums what is beyond the limit', () => {
  const table = new CostTable('crumb');
  table.add(page({ groups: [row('a', 1), row('b', 2)], latest: 'L1', earliest: 'E1', next_cursor: 'n1' }));
  table.add(page({ groups: [row('a', 3), row('c', 0.5)], latest: 'L2', earliest: 'E2' }));
  expect(table.top(1)).toEqual({
    by: 'crumb',
    contexts: 4,
    priced: 2,
    latest: 'L1',
    earliest: 'E2',
    prompts: { tokens: 200, cached_tokens: 20, cost_usd: 8 },
    rows: [{ key: 'a', tokens: 200, cached_tokens: 20, cost_usd: 4, contexts: 4, answered: 4, grounded: 2 }],
    others: { tokens: 200, cached_tokens: 20, cost_usd: 2.5, rows: 2 },
    hidden: { tokens: 200, cached_tokens: 20, cost_usd: 0 },
  });
});

test('cost table: names the cursor of the contexts that were not summed up, and is empty without a context', () => {
  const table = new CostTable('schema');
  expect(table.top(5)).toMatchObject({ contexts: 0, rows: [], others: { rows: 0 } });
  table.add(page({ next_cursor: 'n1' }));
  expect(table.top(5).next_cursor).toBe('n1');
});
