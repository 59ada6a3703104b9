import { asked, broken, log, NOW, ok, plan, statuses, step } from '../../test/workflow-log';
import type { Attempt } from './attempts';
import { cutShort, decideWorkflow } from './fold';

describe('a step that waits before it is tried again', () => {
  const failedAt = (at: number): Attempt => ({ response: { ...broken().response, status: 'error', at } });
  const retried = plan({
    steps: [step('a', {}, { on_error: { retry: 3, backoff_seconds: 2 } }), step('free', {}, { after: [] })],
  });
  const decide = (now: number, a: Attempt[], free: Attempt[] = [ok(1)]) =>
    decideWorkflow(retried, log({ a, free }), now);

  it('is requested at once for a time, which is twice as late after each failure', () => {
    const failures = [failedAt(0), failedAt(6_000), failedAt(13_000)];
    const times = [1, 2, 3].map((count) => {
      const decision = decide(20_000, failures.slice(0, count));
      return decision.do === 'ask' ? decision.wanted.map(({ attempt, not_before }) => [attempt, not_before]) : decision;
    });
    expect(times).toEqual([[[2, 2_000]], [[3, 10_000]], [[4, 21_000]]]);
    expect(decide(50_000, [...failures, failedAt(22_000)])).toHaveProperty('error');
  });

  it('is awaited until its time and then until its response, and does not keep others from running', () => {
    const retry = { not_before: 2_000 };
    expect(decide(1, [failedAt(0), retry])).toEqual({ do: 'wait' });
    expect(decide(9_000, [failedAt(0), retry])).toEqual({ do: 'wait' });
    expect(decide(1, [failedAt(0), retry], [])).toMatchObject({ do: 'ask', wanted: [{ step: { id: 'free' } }] });
  });

  it('is not tried again once another step has ended the workflow', () => {
    for (const attempts of [[failedAt(0)], [failedAt(0), { not_before: 2_000 }]])
      expect(decide(1, attempts, [broken()])).toMatchObject({
        do: 'end',
        output: { steps: { a: { status: 'error' } } },
      });
  });

  it('shows its error where the workflow is ended early', () => {
    for (const attempts of [[failedAt(0)], [failedAt(0), { not_before: 2_000 }]]) {
      const late = { code: 'timeout', message: 'Too late.' };
      expect(statuses(cutShort(retried, log({ a: attempts, free: [ok(1)] }), late, 1))).toEqual({
        a: 'error',
        free: 'ok',
      });
    }
  });
});

describe('a step that waits for a person', () => {
  const asking = plan({
    steps: [
      step('when', {}, { tool: 'ask_person', on_error: { retry: 2, then: 'continue' } }),
      step('book', '${when}'),
    ],
  });
  const waited = { since: 1_000, until: 61_000 };

  it('is awaited, and its answer is its output', () => {
    expect(decideWorkflow(asking, log({ when: [{ waited: { since: 1_000 } }] }), NOW)).toEqual({ do: 'wait' });
    const answered = { waited, ...ok({ choices: ['Tuesday'] }) };
    expect(asked(decideWorkflow(asking, log({ when: [answered] }), NOW))).toEqual([
      ['book', 1, { choices: ['Tuesday'] }],
    ]);
  });

  it('is not asked again after a denial, at the end of its time, or where the approved call failed', () => {
    for (const code of ['denied', 'not_answered', 'failed'])
      expect(decideWorkflow(asking, log({ when: [{ waited, ...broken(code) }] }), NOW)).toMatchObject({
        do: 'end',
        output: { steps: { when: { status: 'error', error: { code } } } },
      });
  });
});
