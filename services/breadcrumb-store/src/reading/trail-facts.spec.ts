import { packAccount } from '@crumbtrail/contracts';
import { describeFacts } from './trail-facts';

const facts = (schema_name: string, context: object | null, turn_ms: number | null = null): object =>
  JSON.parse(
    JSON.stringify(describeFacts({ schema_name, context: context as Record<string, unknown> | null, turn_ms })),
  ) as object;

/** Decisions of two kept items and one that was left out. */
const decisions = (() => {
  const item = (decision: 'kept' | 'over_budget') =>
    ({
      id: '01890000-0000-7000-8000-000000000001',
      version: 1,
      source: 'recent',
      section: 'recent',
      decision,
      tokens: 3,
      rank: 1,
      score: 1,
      scores: {},
    }) as const;
  const { columns, packed, dictionaries } = packAccount([item('kept'), item('kept'), item('over_budget')]);
  return { packed: packed?.[columns.indexOf('decision')], words: dictionaries?.['decision'] };
})();

describe('describeFacts reads the facts of a trail node from its payload:', () => {
  test.each([
    ['agent.turn.v1', { agent: 'ann' }, 12.4, { agent: 'ann', duration_ms: 12 }],
    ['agent.turn.v1', {}, null, {}],
    [
      'agent.context.v1',
      { agent: 'ann', tokens: { total: 9 }, build_ms: 3, cap: 700, decisions },
      null,
      { agent: 'ann', tokens: 9, duration_ms: 3, budget: 700, kept: 2, left_out: 1 },
    ],
    ['agent.context.v1', { tokens: { total: 9 }, decisions: null }, null, { tokens: 9 }],
    [
      'agent.step.v1',
      { step: 2, usage: { prompt_tokens: 5, completion_tokens: 2 }, latency_ms: 8, calls: [{ tool: 'dice' }] },
      null,
      { step: 2, calls: 1, tokens: 7, duration_ms: 8, summary: 'requests dice({})' },
    ],
    [
      'agent.step.v1',
      { step: 1, calls: [{ tool: 'x', input: { a: 1 }, error: { code: 'unknown_tool' } }] },
      null,
      { step: 1, calls: 1, summary: 'requests x({"a":1}) (unknown_tool)' },
    ],
    ['agent.step.v1', { step: 1, observation: { message: 'no' } }, null, { step: 1, summary: 'told: no' }],
    ['tool.request.v1', { tool: 'dice', input: { sides: 6 } }, null, { tool: 'dice', summary: '{"sides":6}' }],
    [
      'tool.request.v1',
      { parent: { id: 'p' }, name: 'both', after: ['left', 'right'], tool: 'echo', input: {} },
      null,
      { tool: 'echo', part: 'both', after: ['left', 'right'], summary: '{}' },
    ],
    [
      'approval.decision.v1',
      { tool: 'mail', decision: 'approve', input: { to: 'ann' }, reason: 'Only Ann.' },
      null,
      { tool: 'mail', summary: 'approve with {"to":"ann"} : Only Ann.' },
    ],
    ['tool.start.v1', { tool: 'mail' }, null, { tool: 'mail' }],
    [
      'tool.response.v1',
      { tool: 'dice', duration_ms: 4, error: { code: 'timeout' }, truncated: true },
      null,
      { tool: 'dice', duration_ms: 4, error: 'timeout', partial: true },
    ],
    [
      'tool.response.v1',
      {
        tool: 'subquery',
        model_calls: [
          { usage: { prompt_tokens: 5, completion_tokens: 2, cached_tokens: 4, cost_usd: 0.01 } },
          { usage: { prompt_tokens: 6, completion_tokens: 1 } },
        ],
      },
      null,
      { tool: 'subquery', tokens: 14, cached_tokens: 4, cost_usd: 0.01 },
    ],
    [
      'agent.response.v1',
      { action: 'stopped', partial: true, usage: { counted_prompt_tokens: 4, cost_usd: 0.02 }, latency_ms: 6 },
      null,
      { action: 'stopped', partial: true, tokens: 4, cost_usd: 0.02, duration_ms: 6 },
    ],
    [
      'agent.response.v1',
      { action: 'error', error: { code: 'deadline', message: 'late' } },
      null,
      { action: 'error', error: 'deadline', summary: 'late' },
    ],
    [
      'dead.letter.v1',
      { event: { schema_name: 'agent.turn.v1' }, error: { name: 'Error', message: 'no budget' } },
      null,
      { error: 'Error', summary: 'agent.turn.v1: no budget' },
    ],
    [
      'guard.fired.v1',
      { guard: 'hop_limit', message: 'stopped after 4 hops' },
      null,
      { error: 'hop_limit', summary: 'stopped after 4 hops' },
    ],
    ['user.message.v1', { content: 'x', error: { message: 'y' } }, null, {}],
    ['agent.step.v1', null, null, {}],
  ])('%s %j', (schema, context, turnMs, told) => {
    expect(facts(schema, context, turnMs)).toEqual(told);
  });
});
