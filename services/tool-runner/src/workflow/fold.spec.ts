import { cutShort, decideWorkflow, type WorkflowDecision } from './fold';
import { planWorkflow } from './plan';
import type { Attempt } from './attempts';
import type { StepInput, WorkflowInput } from './workflow-input';

const plan = (input: WorkflowInput) => planWorkflow(input, { exists: () => true, granted: () => true });
const step = (id: string, input: unknown = {}, rest: Partial<StepInput> = {}): StepInput => ({
  id,
  tool: 'echo',
  input,
  ...rest,
});

const ok = (output: unknown): Attempt => ({ response: { status: 'ok', output } });
const broken = (code = 'failed'): Attempt => ({ response: { status: 'error', error: { code, message: 'It broke.' } } });
const running: Attempt = {};

const log =
  (attempts: Record<string, Attempt[]>) =>
  ({ id }: { id: string }, attempt: number): Attempt | undefined =>
    attempts[id]?.[attempt - 1];

const asked = (decision: WorkflowDecision): unknown =>
  decision.do === 'ask' ? decision.wanted.map(({ step: { id }, attempt, input }) => [id, attempt, input]) : decision.do;

const statuses = (decision: WorkflowDecision): Record<string, string> =>
  decision.do === 'end'
    ? Object.fromEntries(Object.entries(decision.output.steps).map(([id, { status }]) => [id, status]))
    : {};

describe('a workflow', () => {
  const diamond = plan({
    steps: [step('a'), step('b', '${a}'), step('c', '${a}'), step('d', { b: '${b}', c: '${c.v}' })],
  });

  it('starts every step that waits for nothing, then every step whose needs are met', () => {
    expect(asked(decideWorkflow(diamond, log({})))).toEqual([['a', 1, {}]]);
    expect(asked(decideWorkflow(diamond, log({ a: [running] })))).toBe('wait');
    expect(asked(decideWorkflow(diamond, log({ a: [ok({ v: 1 })] })))).toEqual([
      ['b', 1, { v: 1 }],
      ['c', 1, { v: 1 }],
    ]);
    expect(asked(decideWorkflow(diamond, log({ a: [ok({ v: 1 })], b: [ok('x')], c: [running] })))).toBe('wait');
    expect(asked(decideWorkflow(diamond, log({ a: [ok({ v: 1 })], b: [ok('x')], c: [ok({ v: [2] })] })))).toEqual([
      ['d', 1, { b: 'x', c: [2] }],
    ]);
  });

  it('returns the output of each step and the result', () => {
    const end = decideWorkflow(diamond, log({ a: [ok({ v: 1 })], b: [ok('x')], c: [ok({ v: 2 })], d: [ok(null)] }));
    expect(end).toEqual({
      do: 'end',
      output: {
        steps: {
          a: { status: 'ok', output: { v: 1 } },
          b: { status: 'ok', output: 'x' },
          c: { status: 'ok', output: { v: 2 } },
          d: { status: 'ok', output: null },
        },
        result: null,
      },
    });
  });

  it('requests no step twice', () => {
    expect(asked(decideWorkflow(diamond, log({ a: [ok({ v: 1 })], b: [running] })))).toEqual([['c', 1, { v: 1 }]]);
  });
});

describe('a failing step', () => {
  const three = (on_error: StepInput['on_error']) =>
    plan({
      steps: [step('a', {}, { on_error }), step('b', { v: '${a.x}' }), step('c', {}, { after: ['b'] }), step('free')],
    });

  it('ends the workflow by default: no new step starts, running ones are awaited, and the error says what was done', () => {
    expect(asked(decideWorkflow(three(undefined), log({ a: [broken()] })))).toBe('end');
    expect(asked(decideWorkflow(three(undefined), log({ a: [broken()], free: [running] })))).toBe('wait');
    const end = decideWorkflow(three(undefined), log({ a: [broken()], free: [ok(1)] }));
    expect(end).toMatchObject({
      error: {
        code: 'failed',
        message: 'Step a (echo) failed: failed: It broke. Done: free. Still running: none. Not run: b, c.',
      },
    });
    expect(statuses(end)).toEqual({ a: 'error', free: 'ok', b: 'skipped', c: 'skipped' });
  });

  it('counts as null when the workflow is to continue', () => {
    expect(asked(decideWorkflow(three('continue'), log({ a: [broken()], free: [ok(1)] })))).toEqual([
      ['b', 1, { v: null }],
    ]);
    const end = decideWorkflow(three('continue'), log({ a: [broken()], free: [ok(1)], b: [ok(2)], c: [ok(3)] }));
    expect(end).toMatchObject({ output: { result: { c: 3, free: 1 } } });
    expect(end).not.toHaveProperty('error');
    expect(statuses(end)).toEqual({ a: 'error', b: 'ok', c: 'ok', free: 'ok' });
  });

  it('skips the steps that need it, and no others, when its dependents are to be skipped', () => {
    const end = decideWorkflow(three('skip_dependents'), log({ a: [broken()], free: [ok(1)] }));
    expect(statuses(end)).toEqual({ a: 'error', b: 'skipped', c: 'skipped', free: 'ok' });
    expect(end).toMatchObject({
      output: { result: { c: null, free: 1 }, steps: { c: { error: { message: 'Not run: b was left out.' } } } },
    });
    expect(end).not.toHaveProperty('error');
  });

  it('is retried as often as declared, then handled as declared', () => {
    const twice = three({ retry: 2, then: 'continue' });
    const others = { free: [ok(1)] };
    expect(asked(decideWorkflow(twice, log({ ...others, a: [broken()] })))).toEqual([['a', 2, {}]]);
    expect(asked(decideWorkflow(twice, log({ ...others, a: [broken(), running] })))).toBe('wait');
    expect(asked(decideWorkflow(twice, log({ ...others, a: [broken(), broken()] })))).toEqual([['a', 3, {}]]);
    expect(asked(decideWorkflow(twice, log({ ...others, a: [broken(), ok({ x: 5 })] })))).toEqual([['b', 1, { v: 5 }]]);
    expect(asked(decideWorkflow(twice, log({ ...others, a: [broken(), broken(), broken()] })))).toEqual([
      ['b', 1, { v: null }],
    ]);
    expect(decideWorkflow(three({ retry: 1 }), log({ ...others, a: [broken(), broken()] }))).toHaveProperty('error');
  });

  it.each(['outcome_unknown', 'not_granted', 'invalid_input', 'cancelled'])('is not retried after %s', (code) => {
    expect(decideWorkflow(three({ retry: 3 }), log({ a: [broken(code)], free: [ok(1)] }))).toMatchObject({ do: 'end' });
  });

  it.each(['invalid_output', 'too_large'])(
    'does not retry a tool that must not run twice and may have run: %s',
    (code) => {
      const [once, again]: Attempt[] = [{ ...broken(code), started: true }, broken(code)];
      expect(decideWorkflow(three({ retry: 3 }), log({ a: [once as Attempt], free: [ok(1)] }))).toMatchObject({
        do: 'end',
      });
      expect(asked(decideWorkflow(three({ retry: 3 }), log({ a: [again as Attempt], free: [ok(1)] })))).toEqual([
        ['a', 2, {}],
      ]);
    },
  );

  it('retries a tool that must not run twice and reported its failure', () => {
    const failed = { ...broken(), started: true as const };
    expect(asked(decideWorkflow(three({ retry: 3 }), log({ a: [failed], free: [ok(1)] })))).toEqual([['a', 2, {}]]);
  });

  it.each([
    [{ v: '${a.y}' }, 'missing_value', /\$\{a\.y\} has no value: a is an object with x/],
    ['${a.x}', 'invalid_input', /must be an object/],
    [{ v: ['${a}', '${a.long}'] }, 'too_large', /longer than/],
  ])('reports a missing value by name: %j', (input, code, message) => {
    const two = plan({ steps: [step('a'), step('b', input)] });
    const long = code === 'too_large' ? { long: 'x'.repeat(100_000) } : {};
    const end = decideWorkflow(two, log({ a: [ok({ x: 1, ...long })] }));
    expect(end).toMatchObject({ output: { steps: { b: { status: 'error', error: { code } } } } });
    expect(end.do === 'end' && end.error?.message).toMatch(message);
  });
});

describe('the result of a workflow', () => {
  it('consists of the outputs, with their types', () => {
    const made = plan({ steps: [step('a')], return: { n: '${a.n}', text: 'n is ${a.n}', list: ['${a}'] } });
    expect(decideWorkflow(made, log({ a: [ok({ n: 7 })] }))).toMatchObject({
      output: { result: { n: 7, text: 'n is 7', list: [{ n: 7 }] } },
    });
  });

  it('is an error that names the reference when it has no value', () => {
    const made = plan({ steps: [step('a')], return: '${a.m}' });
    expect(decideWorkflow(made, log({ a: [ok({ n: 7 })] }))).toMatchObject({
      error: { message: expect.stringContaining('${a.m} has no value') as string },
    });
  });
});

describe('a workflow that is ended early', () => {
  it('reports which steps are done, running and not started', () => {
    const made = plan({ steps: [step('a'), step('b'), step('c', '${b}')] });
    const end = cutShort(made, log({ a: [ok(1)], b: [running] }), { code: 'timeout', message: 'Too late.' });
    expect(end.error).toEqual({ code: 'timeout', message: 'Too late. Done: a. Still running: b. Not run: c.' });
    expect(statuses(end)).toEqual({ a: 'ok', b: 'running', c: 'skipped' });
  });
});
