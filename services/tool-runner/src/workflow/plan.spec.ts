import { BadWorkflow, planWorkflow, type CallableTools } from './plan';
import type { StepInput, WorkflowInput } from './workflow-input';

const all: CallableTools = { exists: () => true, granted: () => true };
const step = (id: string, input: unknown = {}, rest: Partial<StepInput> = {}): StepInput => ({
  id,
  tool: 'echo',
  input,
  ...rest,
});
const workflow = (...steps: StepInput[]): WorkflowInput => ({ steps });

function problemsOf(input: WorkflowInput, callable = all): readonly string[] {
  try {
    planWorkflow(input, callable);
  } catch (error) {
    if (error instanceof BadWorkflow) return error.problems;
    throw error;
  }
  return [];
}

describe('the dependencies of a step', () => {
  it('follow from the values it uses, at any depth, and from `after`', () => {
    const { steps } = planWorkflow(
      workflow(
        step('last', { text: 'a ${mid.x[0].y} b', list: [{ v: '${first}' }] }, { after: ['other'] }),
        step('mid', { v: '${first.name}' }),
        step('first'),
        step('other'),
      ),
      all,
    );
    expect(steps.map(({ id, needs }) => [id, needs])).toEqual([
      ['first', []],
      ['other', []],
      ['mid', ['first']],
      ['last', ['first', 'mid', 'other']],
    ]);
  });

  it('do not include escaped references', () => {
    expect(planWorkflow(workflow(step('a', { v: '\\${b}' })), all).steps[0]?.needs).toEqual([]);
  });
});

describe('an invalid workflow is rejected, naming its steps:', () => {
  it.each([
    [
      'a circle',
      workflow(step('a', '${c}'), step('b', '${a}'), step('c', '${b}'), step('d', '${c}')),
      /circle: a needs c needs b needs a/,
    ],
    ['a step that needs itself', workflow(step('a', { v: '${a.x}' })), /step a: refers to itself/],
    [
      'an unknown step in a value',
      workflow(step('a', { v: '${ghost.x}' })),
      /step a: needs ghost, which is not a step/,
    ],
    ['an unknown step in after', workflow(step('a', {}, { after: ['ghost'] })), /step a: needs ghost/],
    ['an unknown step in return', { ...workflow(step('a')), return: { v: '${ghost}' } }, /return: refers to ghost/],
    ['two steps of one id', workflow(step('a'), step('a')), /step a: there are two of that id/],
    ['a broken reference', workflow(step('a', { v: '${b c}' })), /step a: \$\{b c\} is not a valid reference/],
    ['a workflow in a workflow', workflow(step('a', {}, { tool: 'workflow' })), /step a: a workflow cannot be a step/],
  ])('%s', (_, input, message) => {
    expect(problemsOf(input).join('\n')).toMatch(message);
  });

  it('names all unknown tools and tools that the agent may not call', () => {
    const callable: CallableTools = { exists: (tool) => tool !== 'nothing', granted: (tool) => tool !== 'bomb' };
    const input = workflow(step('a', {}, { tool: 'nothing' }), step('b', {}, { tool: 'bomb' }), step('c'));
    expect(problemsOf(input, callable)).toEqual(['step a: there is no tool nothing', 'step b: you may not call bomb']);
  });
});

describe('the result of a workflow', () => {
  const steps = [step('a'), step('b', '${a}'), step('c', '${a}')];
  it.each([
    [undefined, { b: '${b}', c: '${c}' }],
    ['a', '${a}'],
    ['no step', 'no step'],
    [{ x: '${a.y}' }, { x: '${a.y}' }],
  ])('of return %j', (wanted, returns) => {
    expect(planWorkflow({ steps, ...(wanted === undefined ? {} : { return: wanted }) }, all).returns).toEqual(returns);
  });

  it('is by default the output of the only step that no other step needs', () => {
    expect(planWorkflow({ steps: steps.slice(0, 2) }, all).returns).toBe('${b}');
  });
});
