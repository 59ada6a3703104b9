import type { TrailTree } from '@crumbtrail/client';
import type { TrailNode } from '@crumbtrail/contracts';
import { lineText } from '../terminal';
import { waterfallLines } from './waterfall';

const store = { kind: 'service', id: 'breadcrumb-store' } as const;
const node = (id: string, schema_name: string, more: Partial<TrailNode> = {}): TrailNode => ({
  id,
  version: 1,
  schema_name,
  author: store,
  hop: 0,
  position: 1,
  at_ms: 0,
  created_at: '2026-01-01T00:00:00Z',
  ...more,
});
const trail: TrailTree = {
  trail_id: 'm',
  nodes: [
    node('m', 'user.message.v1', { author: { kind: 'user', id: 'rita' } }),
    node('t', 'agent.turn.v1', {
      position: 2,
      cause: { id: 'm', version: 1 },
      agent: 'assistant',
      at_ms: 0,
      duration_ms: 1_000,
    }),
    node('c', 'agent.context.v1', {
      position: 3,
      cause: { id: 't', version: 1 },
      at_ms: 100,
      duration_ms: 100,
      tokens: 412,
    }),
    node('p', 'tool.response.v1', {
      position: 4,
      cause: { id: 't', version: 1 },
      at_ms: 500,
      duration_ms: 250,
      tool: 'dice',
      error: 'timeout',
    }),
    node('r', 'agent.response.v1', {
      position: 5,
      cause: { id: 'c', version: 1 },
      at_ms: 1_000,
      duration_ms: 500,
      tokens: 31,
      cost_usd: 0.0012,
    }),
  ],
  tree: [
    {
      id: 'm',
      children: [{ id: 't', children: ['c', 'p', 'r'].map((id) => ({ id, children: [] })) }],
    },
  ],
};
const drawn = (width: number): string[] => waterfallLines(trail, width).map(lineText);

test('waterfallLines: shows every event on one time axis with author, duration, tokens, cost and errors', () => {
  expect(drawn(110)).toEqual([
    '                                               0              1.0 s',
    'rita wrote                   rita              ·',
    ' assistant started           breadcrumb-store  ████████████████████   1.0 s',
    '  context 412                breadcrumb-store  ███                   100 ms  412 tok',
    '  tool response dice         breadcrumb-store       ██████           250 ms                    failed: timeout',
    '  breadcrumb-store answered  breadcrumb-store            ██████████  500 ms   31 tok  $0.0012',
  ]);
});

test('waterfallLines: names authors, on one line and without control characters', () => {
  const nodes = [node('m', 'user.message.v1', { author: { kind: 'user', id: 'rita', name: 'José\u001b[31m\nRay' } })];
  const named = waterfallLines({ trail_id: 'm', nodes, tree: [{ id: 'm', children: [] }] }, 110).map(lineText);
  expect(named[1]).toMatch(/^José\uFFFD\[31m Ray wrote {2}José\uFFFD\[31m Ray {2}·/);
});

test('waterfallLines: failed events are red', () => {
  expect(waterfallLines(trail, 110).filter((line) => typeof line !== 'string' && line.style === 'red')).toHaveLength(1);
});

test.each([40, 60, 80, 132])('waterfallLines: no line is wider than a terminal of %i columns', (width) => {
  expect(Math.max(...drawn(width).map(({ length }) => length))).toBeLessThanOrEqual(width);
});

test('waterfallLines: draws a trail of two thousand breadcrumbs', () => {
  const nodes = Array.from({ length: 2_000 }, (_, n) => node(`n${n}`, 'user.message.v1', { position: n, at_ms: n }));
  const tree = nodes.map(({ id }) => ({ id, children: [] }));
  expect(waterfallLines({ trail_id: 'n0', nodes, tree }, 80)).toHaveLength(2_001);
});
