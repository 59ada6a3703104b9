import type { Attempt, Wait } from './attempts';
import { extendedDeadline } from './deadline';
import { planWorkflow } from './plan';

const plan = planWorkflow(
  { steps: ['a', 'b', 'c'].map((id) => ({ id, tool: 'ask_person' })) },
  { exists: () => true, granted: () => true },
);

function deadlineWith(waits: Record<string, Wait>): number | null {
  const lookup = ({ id }: { id: string }, attempt: number): Attempt | undefined =>
    attempt === 1 && waits[id] ? { waited: waits[id] } : undefined;
  return extendedDeadline(plan, lookup, 1_000);
}

describe('the time limit of a workflow', () => {
  it('is that of its tool where nobody was asked', () => {
    expect(deadlineWith({})).toBe(1_000);
  });

  it('stands still while a step waits for a person', () => {
    expect(deadlineWith({ a: { since: 10, until: 20 }, b: { since: 30 } })).toBeNull();
  });

  it('is later by the time that steps waited, and steps that waited at the same time count once', () => {
    expect(deadlineWith({ a: { since: 100, until: 300 } })).toBe(1_200);
    expect(deadlineWith({ b: { since: 200, until: 400 }, a: { since: 100, until: 300 } })).toBe(1_300);
    expect(deadlineWith({ a: { since: 100, until: 900 }, b: { since: 200, until: 400 } })).toBe(1_800);
    expect(deadlineWith({ a: { since: 100, until: 200 }, c: { since: 500, until: 550 } })).toBe(1_150);
  });
});
