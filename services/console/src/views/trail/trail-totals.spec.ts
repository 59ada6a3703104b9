import type { TrailNode } from '@crumbtrail/contracts';
import { sumTrail } from './trail-totals';

const node = (schema_name: string, at_ms: number, more: Partial<TrailNode>): TrailNode => ({
  id: `${schema_name}${at_ms}`,
  version: 1,
  schema_name,
  author: { kind: 'agent', id: 'assistant' },
  hop: 0,
  position: at_ms,
  created_at: '2026-01-01T00:00:00Z',
  at_ms,
  ...more,
});

test('sumTrail: counts the cost of responses only, because they include the cost of their steps', () => {
  const nodes = [node('agent.step.v1', 1, { cost_usd: 1 }), node('agent.response.v1', 9, { cost_usd: 3 })];
  expect(sumTrail(nodes)).toEqual({ crumbs: 2, agents: 1, failed: 0, toolErrors: 0, ms: 9, cost_usd: 3 });
});

test('sumTrail: a tool call that failed is not counted as a failure of the trail', () => {
  const nodes = [node('tool.response.v1', 1, { error: 'invalid_input' }), node('agent.response.v1', 9, {})];
  expect(sumTrail(nodes)).toMatchObject({ failed: 0, toolErrors: 1 });
  expect(sumTrail([node('tool.response.v1', 1, { error: 'denied' })])).toMatchObject({ failed: 0, toolErrors: 0 });
  const failures = ['agent.response.v1', 'dead.letter.v1', 'guard.fired.v1', 'tool.tried.v1'];
  expect(sumTrail(failures.map((name) => node(name, 2, { error: 'x' })))).toMatchObject({ failed: 4, toolErrors: 0 });
});
