import type { ContextShadowBuildV1 } from '@crumbtrail/contracts';
import { summariseShadow } from './shadow-report';

const built = (more: Partial<ContextShadowBuildV1>): ContextShadowBuildV1 => ({
  shadow: { id: 's', version: 1 },
  agent: 'a',
  context_id: 'c',
  response: { id: 'r' },
  outcome: 'keeps',
  grounded: 2,
  lost: [],
  live: { tokens: 100, max_tokens: 200, kept: 4, build_ms: 10 },
  other: { tokens: 60, max_tokens: 64, kept: 3, build_ms: 8 },
  work_ms: 5,
  spent_ms: 5,
  dropped: 0,
  ...more,
});

test('sums up outcomes, grounding, tokens, cost and time of the builds of a shadow', () => {
  const { other: _, ...failed } = built({ outcome: 'failed', grounded: 3, spent_ms: 20, dropped: 2 });
  const loses = built({
    outcome: 'loses',
    lost: [{ id: 'x', version: 1, stage: 'over_budget' }],
    cost_usd: -0.5,
    spent_ms: 15,
  });
  const cheaper = built({
    outcome: 'ungrounded',
    grounded: 0,
    cost_usd: -0.25,
    other: { tokens: 40, max_tokens: 64, kept: 1, build_ms: 6 },
  });
  expect(summariseShadow([failed, loses, cheaper, built({})])).toEqual({
    builds: 4,
    keeps: 1,
    loses: 1,
    ungrounded: 1,
    failed: 1,
    dropped: 2,
    grounded: { kept: 3, of: 4 },
    means: { live: { tokens: 100, kept: 4, build_ms: 10 }, other: { tokens: 53, kept: 2.3, build_ms: 7.3 } },
    cost_usd: -0.75,
    spent_ms: 20,
  });
});

test('of nothing there are no means and no cost', () => {
  expect(summariseShadow([])).toMatchObject({ builds: 0, means: null, cost_usd: null, spent_ms: 0 });
});
