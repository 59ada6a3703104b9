import type { TrailNode } from '@crumbtrail/contracts';
import { sumTrail } from './trail-totals';

const node = (schema_name: string, at_ms: number, cost_usd: number): TrailNode => ({
  id: `${schema_name}${at_ms}`,
  version: 1,
  schema_name,
  author: { kind: 'agent', id: 'assistant' },
  hop: 0,
  position: at_ms,
  created_at: '2026-01-01T00:00:00Z',
  at_ms,
  cost_usd,
});

test('sumTrail: counts the cost of responses only, because they include the cost of their steps', () => {
  const nodes = [node('agent.step.v1', 1, 1), node('agent.response.v1', 9, 3)];
  const totals = sumTrail(nodes, ({ schema_name }) => schema_name === 'agent.response.v1');
  expect(totals).toEqual({ crumbs: 2, agents: 1, failed: 0, ms: 9, cost_usd: 3 });
});
