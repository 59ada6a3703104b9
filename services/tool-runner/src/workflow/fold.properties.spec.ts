import fc from 'fast-check';
import { decideWorkflow, type WorkflowDecision } from './fold';
import { planWorkflow, type WorkflowPlan } from './plan';
import type { Attempt } from './attempts';
import type { StepInput } from './workflow-input';

/** Any acyclic workflow: steps refer to earlier ones, in values or by `after`, and appear in any order. */
const workflows = fc
  .array(
    fc.record({
      uses: fc.array(fc.nat(), { maxLength: 3 }),
      after: fc.array(fc.nat(), { maxLength: 2 }),
      fails: fc.nat(4),
      on_error: fc.constantFrom<StepInput['on_error']>(
        'fail',
        'continue',
        'skip_dependents',
        { retry: 2 },
        { retry: 1, then: 'continue' },
      ),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray([...rows.keys()], { minLength: rows.length })))
  .map(([rows, places]) => {
    const steps = rows.map(({ uses, after, on_error }, at): StepInput => {
      const earlier = (picks: number[]): string[] => (at === 0 ? [] : picks.map((pick) => `s${pick % at}`));
      return {
        id: `s${at}`,
        tool: 't',
        on_error,
        after: earlier(after),
        input: { v: earlier(uses).map((id) => `\${${id}.v}`) },
      };
    });
    return { steps: places.map((place) => steps[place] as StepInput), fails: rows.map(({ fails }) => fails) };
  });

interface Run {
  readonly end: WorkflowDecision;
  /** `step#attempt`, in the order requested. */
  readonly asked: readonly string[];
  readonly endedWhenAsked: ReadonlyMap<string, readonly string[]>;
}

/** Runs a workflow to its end; `pick` chooses the pending attempt that is answered next. */
function run(plan: WorkflowPlan, fails: readonly number[], pick: (of: number) => number): Run {
  const attempts = new Map<string, Attempt>();
  const log = ({ id }: { id: string }, attempt: number): Attempt | undefined => attempts.get(`${id}#${attempt}`);
  const asked: string[] = [];
  const pendingRequests: string[] = [];
  const endedWhenAsked = new Map<string, readonly string[]>();
  for (;;) {
    const decision = decideWorkflow(plan, log, 0);
    if (decision.do === 'end') return { end: decision, asked, endedWhenAsked };
    if (decision.do === 'ask') {
      const ended = [...attempts].flatMap(([name, { response }]) => (response ? [String(name.split('#')[0])] : []));
      for (const { step, attempt } of decision.wanted) {
        const name = `${step.id}#${attempt}`;
        asked.push(name);
        endedWhenAsked.set(name, ended);
        attempts.set(name, {});
        pendingRequests.push(name);
      }
      continue;
    }
    const [name] = pendingRequests.splice(pick(pendingRequests.length), 1) as [string];
    const [id, attempt] = name.split('#') as [string, string];
    const broken = Number(attempt) <= (fails[Number(id.slice(1))] ?? 0) % 4;
    const response = broken
      ? { status: 'error' as const, error: { code: 'failed', message: 'It broke.' } }
      : { status: 'ok' as const, output: { v: `${id} gave` } };
    attempts.set(name, { response });
  }
}

const planned = (steps: readonly StepInput[]): WorkflowPlan =>
  planWorkflow({ steps }, { exists: () => true, granted: () => true });

/**
 * The results do not depend on the order of responses, unless the workflow failed: then the number of started steps may
 * differ.
 */
const comparable = ({ end }: Run): unknown => (end.do === 'end' && !end.error ? end.output : null);

describe('any acyclic workflow', () => {
  it('ends, requests every attempt once, and no step before everything it needs has ended', () => {
    fc.assert(
      fc.property(workflows, fc.infiniteStream(fc.nat()), ({ steps, fails }, order) => {
        const plan = planned(steps);
        const { asked, endedWhenAsked, end } = run(plan, fails, (of) => Number(order.next().value) % of);
        expect(new Set(asked).size).toBe(asked.length);
        for (const name of asked) {
          const { needs } = plan.steps.find(({ id }) => id === name.split('#')[0]) ?? { needs: [] };
          expect(endedWhenAsked.get(name)).toEqual(expect.arrayContaining([...needs]));
        }
        expect(end.do === 'end' && Object.keys(end.output.steps).sort()).toEqual(steps.map(({ id }) => id).sort());
      }),
    );
  });

  it('has the same result for any order of responses', () => {
    fc.assert(
      fc.property(workflows, fc.infiniteStream(fc.nat()), ({ steps, fails }, order) => {
        const plan = planned(steps);
        const first = run(plan, fails, () => 0);
        const other = run(plan, fails, (of) => Number(order.next().value) % of);
        expect(comparable(other)).toEqual(comparable(first));
        if (comparable(first) !== null) expect([...other.asked].sort()).toEqual([...first.asked].sort());
      }),
    );
  });

  it('fails for every order of responses, or for no order', () => {
    fc.assert(
      fc.property(workflows, fc.infiniteStream(fc.nat()), ({ steps, fails }, order) => {
        const plan = planned(steps);
        const failed = ({ end }: Run): boolean => end.do === 'end' && end.error !== undefined;
        expect(failed(run(plan, fails, (of) => Number(order.next().value) % of))).toBe(
          failed(run(plan, fails, () => 0)),
        );
      }),
    );
  });

  it('runs every step when nothing fails', () => {
    fc.assert(
      fc.property(workflows, ({ steps }) => {
        const { asked, end } = run(planned(steps), [], () => 0);
        expect([...asked].sort()).toEqual(steps.map(({ id }) => `${id}#1`).sort());
        expect(end).not.toHaveProperty('error');
      }),
    );
  });
});
