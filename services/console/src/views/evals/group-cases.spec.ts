import type { Envelope, EvalCaseV1 } from '@crumbtrail/contracts';
import { groupCases } from './group-cases';

const pinned = (agent: string, created_at: string, set?: string): Envelope<EvalCaseV1> =>
  ({ created_at, context: { agent, ...(set === undefined ? {} : { set }) } }) as Envelope<EvalCaseV1>;

test('groupCases: lists sets by name with cases, agents and the latest time, and cases without a set last', () => {
  const cases = [
    pinned('nora', '2026-01-03T00:00:00Z'),
    pinned('rita', '2026-01-01T00:00:00Z', 'tides'),
    pinned('nora', '2026-01-02T00:00:00Z', 'harbour'),
    pinned('abel', '2026-01-01T00:00:00Z', 'harbour'),
  ];
  expect(groupCases(cases)).toEqual([
    { name: 'harbour', cases: 2, agents: ['abel', 'nora'], latest: '2026-01-02T00:00:00Z' },
    { name: 'tides', cases: 1, agents: ['rita'], latest: '2026-01-01T00:00:00Z' },
    { name: undefined, cases: 1, agents: ['nora'], latest: '2026-01-03T00:00:00Z' },
  ]);
});

test('groupCases: is empty without cases', () => {
  expect(groupCases([])).toEqual([]);
});
