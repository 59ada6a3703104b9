import type { TrailNode } from '@crumbtrail/contracts';
import { describeAct, formatAct } from './trail-act';
import { buildStory } from './trail-story';

let position = 0;
const node = (id: string, schema_name: string, cause?: string, more: Partial<TrailNode> = {}): TrailNode => ({
  id,
  version: 1,
  schema_name,
  author: { kind: 'agent', id: 'assistant' },
  hop: 0,
  position: (position += 1),
  created_at: '2026-01-01T00:00:00Z',
  at_ms: 0,
  ...(cause === undefined ? {} : { cause: { id: cause, version: 1 } }),
  ...more,
});

const tell = (nodes: readonly TrailNode[]): string[] =>
  buildStory(nodes).map(
    ({ parts, depth }) => `${'.'.repeat(depth)}${formatAct(describeAct(parts, parts[0]?.author.id ?? ''))}`,
  );

const marta = { author: { kind: 'user', id: 'marta' } } as const;
const trail = [
  node('m', 'user.message.v1', undefined, { ...marta, summary: 'How much is it?' }),
  node('t', 'agent.turn.v1', 'm', { agent: 'assistant' }),
  node('c', 'agent.context.v1', 't', { tokens: 543, budget: 1_700, kept: 12, left_out: 0 }),
  node('s', 'agent.step.v1', 'c', { step: 1, calls: 3, summary: 'requests …' }),
  node('q', 'tool.request.v1', 's', { tool: 'calculator', summary: '{"expression":"1000/310*10"}', at_ms: 20 }),
  node('g', 'guard.fired.v1', 's', { error: 'tool_rounds', summary: '4 tool rounds' }),
  node('b', 'tool.start.v1', 'q', { tool: 'calculator' }),
  node('p', 'tool.response.v1', 'b', { tool: 'calculator', summary: '32.26', at_ms: 70, duration_ms: 50, tokens: 7 }),
  node('r', 'agent.response.v1', 'p', { action: 'speak', summary: '32.26 of them.' }),
  node('t2', 'agent.turn.v1', 'r', { agent: 'auditor' }),
  node('d', 'dead.letter.v1', 't2', { error: 'Error', summary: 'prompt too long by 217' }),
];

test('a trail reads as a story: steps stand flat below their turn, and a turn that an answer wakes follows that of the answer', () => {
  expect(tell(trail)).toEqual([
    'marta asked: How much is it?',
    '.assistant started',
    '..context 543/1,700, 12 in, 0 out',
    '..model call 1 → 3 tools',
    '..calculator(1000/310*10) = 32.26',
    '..stopped: 4 tool rounds',
    '..assistant answered: 32.26 of them.',
    '.auditor started',
    '..dead letter: prompt too long by 217',
  ]);
});

test('a tool call is one row with the times, tokens and errors of its result, and all of its breadcrumbs', () => {
  const call = buildStory(trail).find(({ node: { id } }) => id === 'q');
  expect(call?.parts.map(({ id }) => id)).toEqual(['q', 'b', 'p']);
  expect(call?.node).toMatchObject({ at_ms: 70, duration_ms: 50, tokens: 7 });
  const failed = [
    node('q', 'tool.request.v1', undefined, { tool: 'mail', summary: '{"to":"ann","urgent":true}' }),
    node('p', 'tool.response.v1', 'q', { tool: 'mail', error: 'timeout', summary: 'no answer' }),
  ];
  expect(tell(failed)).toEqual(['mail(to: ann, urgent: true): no answer']);
  expect(buildStory(failed)[0]?.node.error).toBe('timeout');
});

test.each([
  [node('m', 'user.message.v1', undefined, { ...marta, summary: 'Hello.' }), 'marta wrote: Hello.'],
  [node('r', 'agent.response.v1', undefined, { action: 'error', summary: 'late' }), 'assistant failed: late'],
  [node('r', 'agent.response.v1', undefined, { action: 'wait' }), 'assistant decided not to reply'],
  [node('r', 'agent.response.v1', undefined, { action: 'stopped', summary: 'Once' }), 'assistant was stopped: Once'],
  [node('c', 'agent.context.v1', undefined, { tokens: 9 }), 'context 9'],
  [node('c', 'agent.context.v1'), 'context'],
  [node('s', 'agent.step.v1', undefined, { step: 2, summary: 'told: no' }), 'model call 2: told: no'],
  [node('q', 'tool.request.v1', undefined, { tool: 'x', summary: '{"text":"cut o…' }), 'x({"text":"cut o…)'],
  [node('o', 'memory.short.v1', undefined, { title: 'Ann' }), 'memory short: Ann'],
  [node('o', 'constructor.v1'), 'constructor'],
])('the label of a breadcrumb alone (%#)', (given, label) => {
  expect(tell([given])).toEqual([label]);
});

test('every breadcrumb stands in exactly one row, also where causes are hidden, are later or form a cycle', () => {
  const orphan = node('o', 'agent.response.v1', 'hidden');
  const odd = [node('x', 'user.message.v1', 'y'), node('y', 'tool.response.v1', 'x'), node('z', 'agent.turn.v1', 'z')];
  const rows = buildStory([...trail, orphan, ...odd]);
  expect(rows.flatMap(({ parts }) => parts.map(({ id }) => id)).sort()).toEqual(
    [...trail, orphan, ...odd].map(({ id }) => id).sort(),
  );
  expect(rows.find(({ node: { id } }) => id === 'o')).toMatchObject({ depth: 0, isOrphan: true });
});

test('a trail of 2,000 breadcrumbs, in one chain of turns, is no deeper than two levels', () => {
  const chain = Array.from({ length: 2_000 }, (_, n) =>
    node(`n${n}`, n % 2 ? 'agent.turn.v1' : 'agent.response.v1', n === 0 ? undefined : `n${n - 1}`),
  );
  const rows = buildStory(chain);
  expect(rows).toHaveLength(2_000);
  expect(Math.max(...rows.map(({ depth }) => depth))).toBe(2);
});

test('a call that a person denied says their reason, and not what the model was told', () => {
  const told = 'The call of dice was denied by ann and not run. Do not call it again unless you are asked to. Reaso…';
  const denied = (summary: string) =>
    tell([
      node('q', 'tool.request.v1', undefined, { tool: 'dice', summary: '{"notation":"2d6"}', approval: 'denied' }),
      node('d', 'approval.decision.v1', 'q', { tool: 'dice', summary }),
      node('p', 'tool.response.v1', 'd', { tool: 'dice', error: 'denied', summary: told }),
    ]);
  expect(denied('deny : not on a Sunday')).toEqual(['dice(2d6): not on a Sunday']);
  expect(denied('deny (nobody decided in time)')).toEqual([`dice(2d6): ${told}`]);
});

test('the steps of a workflow say which of them they waited for', () => {
  const steps = [
    node('w', 'tool.request.v1', undefined, { tool: 'workflow', summary: '{"steps":[]}' }),
    node('w1', 'tool.request.v1', 'w', { tool: 'dice', part: 'roll', summary: '{"notation":"2d6"}' }),
    node('w2', 'tool.request.v1', 'w', {
      tool: 'echo',
      part: 'both',
      after: ['left', 'roll'],
      summary: '{"text":"7"}',
    }),
  ];
  const said = tell(steps);
  expect(said[1]).toMatch(/step roll: dice\(/);
  expect(said[2]).toMatch(/step both after left, roll: echo\(/);
});
