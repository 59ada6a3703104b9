import type { TrailNode } from '@crumbtrail/contracts';
import { computeAxis, positionOnAxis, nodeSpan, computeTicks } from './timeline';
import { formatDollars, formatDuration, describeNode, sumTrail, nodeIssues } from './node-labels';

const node = (schema_name: string, at_ms: number, more: Partial<TrailNode> = {}): TrailNode => ({
  ...{ id: `${schema_name}${at_ms}`, version: 1, schema_name, author: { kind: 'agent', id: 'assistant' } },
  ...{ hop: 0, position: at_ms, created_at: '2026-01-01T00:00:00Z', at_ms, ...more },
});

describe('the axis of time', () => {
  test('has a turn from when it was left, and everything else until it was left', () => {
    expect(nodeSpan(node('agent.turn.v1', 10, { duration_ms: 90 }))).toEqual({ from: 10, to: 100 });
    expect(nodeSpan(node('agent.response.v1', 100, { duration_ms: 60 }))).toEqual({ from: 40, to: 100 });
    expect(nodeSpan(node('user.message.v1', 7))).toEqual({ from: 7, to: 7 });
  });

  test('goes from the earliest to the latest, and has a length where nothing took time', () => {
    expect(computeAxis([])).toEqual({ from: 0, to: 1 });
    const spans = [
      { from: -20, to: 5 },
      { from: 3, to: 180 },
    ];
    expect(computeAxis(spans)).toEqual({ from: -20, to: 180 });
    expect(positionOnAxis({ from: 30, to: 80 }, computeAxis(spans))).toEqual({ left: 25, width: 25 });
  });

  test('keeps what lies outside of it inside', () => {
    expect(positionOnAxis({ from: -50, to: 500 }, { from: 0, to: 100 })).toEqual({ left: 0, width: 100 });
    expect(positionOnAxis({ from: 100, to: 900 }, { from: 0, to: 100 })).toEqual({ left: 100, width: 0 });
  });

  test.each([
    [1, [0, 0.5, 1]],
    [1_900, [0, 1_000]],
    [90, [0, 50]],
  ])('of %d ms has round marks', (to, marks) => {
    expect(computeTicks({ from: 0, to }, 2).map(({ at }) => at)).toEqual(marks);
  });
});

describe('the words of a row', () => {
  test('durations and dollars are for people', () => {
    expect([0, 0.25, 340, 2_100, 185_000].map(formatDuration)).toEqual([
      '0 ms',
      '0.3 ms',
      '340 ms',
      '2.1 s',
      '3 min 5 s',
    ]);
    expect([0, 0.000123, 0.5, 12].map(formatDollars)).toEqual(['$0', '$0.00012', '$0.50', '$12.00']);
  });

  test('what went wrong is said, and a screen reader hears all that eyes see', () => {
    const failed = node('agent.response.v1', 40, { error: 'deadline', partial: true, tokens: 7, cost_usd: 0.5 });
    expect(nodeIssues(failed)).toEqual(['failed: deadline', 'incomplete']);
    expect(describeNode({ ...failed, summary: 'late' })).toBe(
      'agent.response.v1 by agent assistant, after 40 ms, 7 tokens, $0.50, failed: deadline, incomplete, late',
    );
  });

  test('a trail costs what its answers cost, which have the steps in them', () => {
    const nodes = [node('agent.step.v1', 1, { cost_usd: 1 }), node('agent.response.v1', 9, { cost_usd: 3 })];
    const totals = sumTrail(nodes, ({ schema_name }) => schema_name === 'agent.response.v1');
    expect(totals).toEqual({ crumbs: 2, agents: 1, failed: 0, ms: 9, cost_usd: 3 });
  });
});
