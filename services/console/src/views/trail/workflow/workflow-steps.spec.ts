import type { TrailNode } from '@crumbtrail/contracts';
import { BOX, layoutSteps } from './layout';
import { drawnSteps, type DrawnStep } from './workflow-steps';

const node = (id: string, schema_name: string, cause: string, more: Partial<TrailNode> = {}): TrailNode =>
  ({ id, schema_name, cause: { id: cause, version: 1 }, at_ms: 0, ...more }) as unknown as TrailNode;
const asked = (part: string, more: Partial<TrailNode> = {}): TrailNode =>
  node(`ask-${part}`, 'tool.request.v1', 'w', { part, tool: 'echo', ...more });
const answered = (part: string, more: Partial<TrailNode> = {}): TrailNode =>
  node(`answer-${part}`, 'tool.response.v1', `ask-${part}`, more);
const END = node('end', 'tool.response.v1', 'w');

const INPUT = {
  steps: [
    { id: 'look', tool: 'echo' },
    { id: 'when', tool: 'ask_person', input: { question: 'When? ${look.text}' } },
    { id: 'free', tool: 'echo', input: { text: 'costs \\${when}' } },
    { id: 'book', tool: 'echo', input: '${when}', after: ['free'], if: { value: '${look.n}', above: 3 } },
  ],
};
const states = (nodes: readonly TrailNode[], input: unknown = INPUT): Record<string, string> =>
  Object.fromEntries(drawnSteps('w', nodes, input).map(({ id, state }) => [id, state]));

describe('the steps of a workflow', () => {
  it('wait for those that they name in after, in a condition or in a value, and not in an escaped text', () => {
    expect(drawnSteps('w', [], INPUT).map(({ id, needs }) => [id, needs])).toEqual([
      ['look', []],
      ['when', ['look']],
      ['free', []],
      ['book', ['free', 'look', 'when']],
    ]);
  });

  it('have a state, a time and an error from the trail', () => {
    const nodes = [
      asked('look', { at_ms: 10 }),
      answered('look', { at_ms: 250 }),
      asked('when', { approval: 'waiting' }),
      asked('free'),
      answered('free', { error: 'timeout' }),
      asked('free#2'),
    ];
    expect(states(nodes)).toEqual({ look: 'done', when: 'waits for a person', free: 'is tried again', book: 'waits' });
    expect(drawnSteps('w', nodes, INPUT)[0]).toMatchObject({ request: 'ask-look', took_ms: 240, attempts: 1 });
    const failed = drawnSteps('w', [...nodes, answered('free#2', { error: 'failed' })], INPUT)[2];
    expect(failed).toMatchObject({ state: 'failed', error: 'failed', attempts: 2, request: 'ask-free#2' });
  });

  it('that were not requested when the workflow ended did not run', () => {
    expect(states([asked('look'), answered('look'), END])).toEqual({
      look: 'done',
      when: 'not run',
      free: 'not run',
      book: 'not run',
    });
  });

  it('are those of the trail where the arguments of the workflow cannot be read', () => {
    expect(states([asked('look'), asked('book', { after: ['look'] })], null)).toEqual({
      look: 'runs',
      book: 'runs',
    });
    expect(drawnSteps('w', [asked('look'), asked('book', { after: ['look'] })])[1]?.needs).toEqual(['look']);
  });
});

describe('the drawing of steps', () => {
  const place = (steps: readonly DrawnStep[]): Record<string, [number, number]> =>
    Object.fromEntries(layoutSteps(steps).steps.map(({ step, x, y }) => [step.id, [x, y]]));

  it('has each step below all that it waits for, and those of a row beside each other', () => {
    const [row, column] = [BOX.height + BOX.gapY, BOX.width + BOX.gapX];
    expect(place(drawnSteps('w', [], INPUT))).toEqual({
      look: [0, 0],
      when: [0, row],
      free: [column, 0],
      book: [0, 2 * row],
    });
  });

  it('has a line for each dependency, and the size of all steps', () => {
    const { edges, width, height } = layoutSteps(drawnSteps('w', [], INPUT));
    expect(edges.map(({ from, to }) => `${from} ${to}`)).toEqual(['look when', 'free book', 'look book', 'when book']);
    expect([width, height]).toEqual([2 * BOX.width + BOX.gapX, 3 * BOX.height + 2 * BOX.gapY]);
  });

  it('ends for steps that wait for each other', () => {
    const circle = drawnSteps('w', [], {
      steps: [
        { id: 'a', tool: 't', after: ['b'] },
        { id: 'b', tool: 't', after: ['a'] },
      ],
    });
    expect(layoutSteps(circle).steps).toHaveLength(2);
  });
});
