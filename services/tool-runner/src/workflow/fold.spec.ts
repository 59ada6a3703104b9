import { asked, broken, log, NOW, ok, plan, running, statuses, step } from '../../test/workflow-log';
import type { Attempt } from './attempts';
import { cutShort, decideWorkflow } from './fold';
import type { StepInput } from './workflow-input';

describe('a workflow', () => {
  const diamond = plan({
    steps: [step('a'), step('b', '${a}'), step('c', '${a}'), step('d', { b: '${b}', c: '${c.v}' })],
  });

  it('starts every step that waits for nothing, then every step whose needs are met', () => {
    expect(asked(decideWorkflow(diamond, log({}), NOW))).toEqual([['a', 1, {}]]);
    expect(asked(decideWorkflow(diamond, log({ a: [running] }), NOW))).toBe('wait');
    expect(asked(decideWorkflow(diamond, log({ a: [ok({ v: 1 })] }), NOW))).toEqual([
      ['b', 1, { v: 1 }],
      ['c', 1, { v: 1 }],
    ]);
    expect(asked(decideWorkflow(diamond, log({ a: [ok({ v: 1 })], b: [ok('x')], c: [running] }), NOW))).toBe('wait');
    expect(asked(decideWorkflow(diamond, log({ a: [ok({ v: 1 })], b: [ok('x')], c: [ok({ v: [2] })] }), NOW))).toEqual([
      ['d', 1, { b: 'x', c: [2] }],
    ]);
  });

  it('returns the output of each step and the result', () => {
    const end = decideWorkflow(
      diamond,
      log({ a: [ok({ v: 1 })], b: [ok('x')], c: [ok({ v: 2 })], d: [ok(null)] }),
      NOW,
    );
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
    expect(asked(decideWorkflow(diamond, log({ a: [ok({ v: 1 })], b: [running] }), NOW))).toEqual([['c', 1, { v: 1 }]]);
  });
});

describe('a failing step', () => {
  const three = (on_error: StepInput['on_error']) =>
    plan({
      steps: [step('a', {}, { on_error }), step('b', { v: '${a.x}' }), step('c', {}, { after: ['b'] }), step('free')],
    });

  it('ends the workflow by default: no new step starts, running ones are awaited, and the error says what was done', () => {
    expect(asked(decideWorkflow(three(undefined), log({ a: [broken()] }), NOW))).toBe('end');
    expect(asked(decideWorkflow(three(undefined), log({ a: [broken()], free: [running] }), NOW))).toBe('wait');
    const end = decideWorkflow(three(undefined), log({ a: [broken()], free: [ok(1)] }), NOW);
    expect(end).toMatchObject({
      error: {
        code: 'failed',
        message: 'Step a (echo) failed: failed: It broke. Done: free. Still running: none. Not run: b, c.',
      },
    });
    expect(statuses(end)).toEqual({ a: 'error', free: 'ok', b: 'skipped', c: 'skipped' });
  });

  it('counts as null when the workflow is to continue', () => {
    expect(asked(decideWorkflow(three('continue'), log({ a: [broken()], free: [ok(1)] }), NOW))).toEqual([
      ['b', 1, { v: null }],
    ]);
    const end = decideWorkflow(three('continue'), log({ a: [broken()], free: [ok(1)], b: [ok(2)], c: [ok(3)] }), NOW);
    expect(end).toMatchObject({ output: { result: { c: 3, free: 1 } } });
    expect(end).not.toHaveProperty('error');
    expect(statuses(end)).toEqual({ a: 'error', b: 'ok', c: 'ok', free: 'ok' });
  });

  it('skips the steps that need it, and no others, when its dependents are to be skipped', () => {
    const end = decideWorkflow(three('skip_dependents'), log({ a: [broken()], free: [ok(1)] }), NOW);
    expect(statuses(end)).toEqual({ a: 'error', b: 'skipped', c: 'skipped', free: 'ok' });
    expect(end).toMatchObject({
      output: { result: { c: null, free: 1 }, steps: { c: { error: { message: 'Not run: b was left out.' } } } },
    });
    expect(end).not.toHaveProperty('error');
  });

  it('is retried as often as declared, then handled as declared', () => {
    const twice = three({ retry: 2, then: 'continue' });
    const others = { free: [ok(1)] };
    expect(asked(decideWorkflow(twice, log({ ...others, a: [broken()] }), NOW))).toEqual([['a', 2, {}]]);
    expect(asked(decideWorkflow(twice, log({ ...others, a: [broken(), running] }), NOW))).toBe('wait');
    expect(asked(decideWorkflow(twice, log({ ...others, a: [broken(), broken()] }), NOW))).toEqual([['a', 3, {}]]);
    expect(asked(decideWorkflow(twice, log({ ...others, a: [broken(), ok({ x: 5 })] }), NOW))).toEqual([
      ['b', 1, { v: 5 }],
    ]);
    expect(asked(decideWorkflow(twice, log({ ...others, a: [broken(), broken(), broken()] }), NOW))).toEqual([
      ['b', 1, { v: null }],
    ]);
    expect(decideWorkflow(three({ retry: 1 }), log({ ...others, a: [broken(), broken()] }), NOW)).toHaveProperty(
      'error',
    );
  });

  it.each(['outcome_unknown', 'not_granted', 'invalid_input', 'cancelled'])('is not retried after %s', (code) => {
    expect(decideWorkflow(three({ retry: 3 }), log({ a: [broken(code)], free: [ok(1)] }), NOW)).toMatchObject({
      do: 'end',
    });
  });

  it.each(['invalid_output', 'too_large'])(
    'does not retry a tool that must not run twice and may have run: %s',
    (code) => {
      const [once, again]: Attempt[] = [{ ...broken(code), started: true }, broken(code)];
      expect(decideWorkflow(three({ retry: 3 }), log({ a: [once as Attempt], free: [ok(1)] }), NOW)).toMatchObject({
        do: 'end',
      });
      expect(asked(decideWorkflow(three({ retry: 3 }), log({ a: [again as Attempt], free: [ok(1)] }), NOW))).toEqual([
        ['a', 2, {}],
      ]);
    },
  );

  it('retries a tool that must not run twice and reported its failure', () => {
    const failed = { ...broken(), started: true as const };
    expect(asked(decideWorkflow(three({ retry: 3 }), log({ a: [failed], free: [ok(1)] }), NOW))).toEqual([
      ['a', 2, {}],
    ]);
  });

  it.each([
    [{ v: '${a.y}' }, 'missing_value', /\$\{a\.y\} has no value: a is an object with x/],
    ['${a.x}', 'invalid_input', /must be an object/],
    [{ v: ['${a}', '${a.long}'] }, 'too_large', /longer than/],
  ])('reports a missing value by name: %j', (input, code, message) => {
    const two = plan({ steps: [step('a'), step('b', input)] });
    const long = code === 'too_large' ? { long: 'x'.repeat(100_000) } : {};
    const end = decideWorkflow(two, log({ a: [ok({ x: 1, ...long })] }), NOW);
    expect(end).toMatchObject({ output: { steps: { b: { status: 'error', error: { code } } } } });
    expect(end.do === 'end' && end.error?.message).toMatch(message);
  });
});

describe('a step with a condition', () => {
  const two = (more: Partial<StepInput>, rest: readonly StepInput[] = []) =>
    plan({ steps: [step('look'), step('act', {}, { if: { value: '${look.n}', above: 3 }, ...more }), ...rest] });

  it('runs where its condition holds, and is skipped with what needs it where it does not', () => {
    const rest = [step('next', '${act}'), step('free')];
    expect(asked(decideWorkflow(two({}, rest), log({ look: [ok({ n: 4 })], free: [ok(1)] }), NOW))).toEqual([
      ['act', 1, {}],
    ]);
    const end = decideWorkflow(two({}, rest), log({ look: [ok({ n: 3 })], free: [ok(1)] }), NOW);
    expect(statuses(end)).toEqual({ look: 'ok', act: 'skipped', next: 'skipped', free: 'ok' });
    expect(end).not.toHaveProperty('error');
    expect(end).toMatchObject({
      output: { steps: { act: { error: { message: 'Not run: its condition does not hold.' } } } },
    });
  });

  it('counts as null for what needs it when the workflow is to continue', () => {
    const made = two({ on_error: 'continue' }, [step('next', { v: '${act.x}' })]);
    expect(asked(decideWorkflow(made, log({ look: [ok({ n: 3 })] }), NOW))).toEqual([['next', 1, { v: null }]]);
  });

  it('waits for the steps that its condition names, and asks whether there is a value', () => {
    expect(asked(decideWorkflow(two({}), log({ look: [running] }), NOW))).toBe('wait');
    const absent = two({ if: { value: '${look.missing}', not: true } });
    expect(asked(decideWorkflow(absent, log({ look: [ok({ n: 1 })] }), NOW))).toEqual([['act', 1, {}]]);
  });

  it('runs where all conditions of a list hold', () => {
    const made = two({
      if: [
        { value: '${look.n}', above: 3 },
        { value: '${look.kind}', equals: 'storm' },
      ],
    });
    expect(asked(decideWorkflow(made, log({ look: [ok({ n: 4, kind: 'calm' })] }), NOW))).toBe('end');
    expect(asked(decideWorkflow(made, log({ look: [ok({ n: 4, kind: 'storm' })] }), NOW))).toEqual([['act', 1, {}]]);
  });

  it('fails where its condition compares with a value that there is not', () => {
    const made = two({ if: { value: 1, equals: '${look.gone}' } });
    expect(decideWorkflow(made, log({ look: [ok({ n: 1 })] }), NOW)).toMatchObject({
      error: { message: expect.stringContaining('the condition: ${look.gone} has no value') as string },
    });
  });
});

describe('the result of a workflow', () => {
  it('consists of the outputs, with their types', () => {
    const made = plan({ steps: [step('a')], return: { n: '${a.n}', text: 'n is ${a.n}', list: ['${a}'] } });
    expect(decideWorkflow(made, log({ a: [ok({ n: 7 })] }), NOW)).toMatchObject({
      output: { result: { n: 7, text: 'n is 7', list: [{ n: 7 }] } },
    });
  });

  it('is an error that names the reference when it has no value', () => {
    const made = plan({ steps: [step('a')], return: '${a.m}' });
    expect(decideWorkflow(made, log({ a: [ok({ n: 7 })] }), NOW)).toMatchObject({
      error: { message: expect.stringContaining('${a.m} has no value') as string },
    });
  });
});

describe('a workflow that is ended early', () => {
  it('reports which steps are done, running and not started', () => {
    const made = plan({ steps: [step('a'), step('b'), step('c', '${b}')] });
    const late = { code: 'timeout', message: 'Too late.' };
    const end = cutShort(made, log({ a: [ok(1)], b: [running] }), late, NOW);
    expect(end.error).toEqual({ code: 'timeout', message: 'Too late. Done: a. Still running: b. Not run: c.' });
    expect(statuses(end)).toEqual({ a: 'ok', b: 'running', c: 'skipped' });
  });
});
