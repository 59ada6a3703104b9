import { setTimeout as pause } from 'node:timers/promises';
import { DeadLetter, ToolResponse, ToolStart, type ToolResponseV1 } from '@crumbtrail/contracts';
import { eventually, type ScriptedCall } from '@crumbtrail/testing';
import { WITHOUT_MEMORY } from './support/fewer-services';
import { seededRandom } from './support/seeded-random';
import { ToolTurns, type ToolTurn } from './support/tool-turns';
import { useFixture, useStack } from './support/fixture';
import { SHORT_LEASES } from './support/short-leases';

const stack = useStack(() => {
  const services = { ...WITHOUT_MEMORY, 'tool-runner': { replicas: 2, env: { TOOL_SLOTS: '2' } } };
  return { ...SHORT_LEASES, services };
});
const turns = useFixture(() => new ToolTurns(stack));

beforeAll(async () => {
  await turns.grant({ tools: ['workflow', 'echo', 'calculator', 'dice'] });
  await turns.whenAvailable('workflow');
});

interface StepWish {
  readonly id: string;
  readonly tool: string;
  readonly input?: unknown;
  readonly [more: string]: unknown;
}

const workflow = (steps: readonly StepWish[], more: object = {}): ScriptedCall => ({
  name: 'workflow',
  arguments: { steps, ...more },
});

/** The response to the workflow itself. */
function given({ asked, responses }: ToolTurn): ToolResponseV1 {
  expect(asked).toHaveLength(1);
  return responses.get(String(asked[0]?.id))?.context as ToolResponseV1;
}

const partsOf = ({ parts }: ToolTurn): string[] => parts.map(({ context }) => String(context.name)).sort();

describe('a workflow', () => {
  it('passes values on with their types, including quotes, newlines, dollar signs and objects', async () => {
    const nasty = 'a "quoted"\nline with $5, ${braces} in \\ and {"json": true}';
    const turn = await turns.run(
      'typed',
      workflow(
        [
          { id: 'first', tool: 'echo', input: { text: nasty.replace('${', '\\${') } },
          { id: 'sum', tool: 'calculator', input: { expression: '6 * 7' } },
          { id: 'again', tool: 'echo', input: { text: 'It said: ${first}' }, after: ['sum'] },
        ],
        { return: { all: '${sum}', said: '${again}' } },
      ),
    );
    const { status, output } = given(turn);
    expect(status).toBe('ok');
    expect(output).toMatchObject({
      steps: { first: { status: 'ok' }, sum: { status: 'ok' }, again: { status: 'ok' } },
      result: { all: '42', said: `It said: ${nasty}` },
    });
    expect(partsOf(turn)).toEqual(['again', 'first', 'sum']);
    expect(turn.answer).toContain('it gave: {"steps":');
  });

  it('that is invalid is rejected with the names of its steps, and no step is run', async () => {
    const turn = await turns.run(
      'refused',
      workflow([
        { id: 'a', tool: 'echo', input: { text: '${b}' } },
        { id: 'b', tool: 'echo', input: { text: '${a}' } },
        { id: 'c', tool: 'search_breadcrumbs', input: { query: 'x' } },
        { id: 'd', tool: 'no_such_tool' },
        { id: 'e', tool: 'workflow', input: { steps: [] } },
      ]),
    );
    const { status, error } = given(turn);
    expect([status, error?.code]).toEqual(['error', 'invalid_input']);
    expect(error?.message).toContain('step c: you may not call search_breadcrumbs');
    expect(error?.message).toContain('step d: there is no tool no_such_tool');
    expect(error?.message).toContain('step e: a workflow cannot be a step of a workflow');
    expect(turn.parts).toEqual([]);
  });

  it('handles a failed step as the step declares', async () => {
    const steps = (on_error?: unknown): StepWish[] => [
      { id: 'bad', tool: 'calculator', input: { expression: '1 / 0' }, ...(on_error ? { on_error } : {}) },
      { id: 'next', tool: 'echo', input: { text: 'after ${bad}' } },
      { id: 'free', tool: 'echo', input: { text: 'free' } },
    ];
    const failing = given(await turns.run('fails', workflow(steps())));
    expect(failing).toMatchObject({ status: 'error', error: { code: 'failed' } });
    expect(failing.error?.message).toMatch(/Step bad \(calculator\) failed: .* Done: free\. .* Not run: next\./);
    const going = given(await turns.run('goes-on', workflow(steps('continue'))));
    expect(going).toMatchObject({ status: 'ok', output: { steps: { next: { output: 'after null' } } } });
    const skipping = given(await turns.run('skips', workflow(steps('skip_dependents'))));
    expect(skipping).toMatchObject({ status: 'ok', output: { steps: { next: { status: 'skipped' } } } });
    const retried = await turns.run('retries', workflow(steps({ retry: 2 })));
    expect(partsOf(retried)).toEqual(['bad', 'bad#2', 'bad#3', 'free']);
  });

  it('runs a step only where its condition holds, and joins two branches', async () => {
    const steps = (price: number): StepWish[] => [
      { id: 'price', tool: 'calculator', input: { expression: `${price} * 2` } },
      {
        id: 'dear',
        tool: 'echo',
        input: { text: 'too dear' },
        if: { value: '${price}', above: 10 },
        on_error: 'continue',
      },
      {
        id: 'cheap',
        tool: 'echo',
        input: { text: 'cheap' },
        if: { value: '${dear}', not: true },
        on_error: 'continue',
      },
      { id: 'told', tool: 'echo', input: { text: '${dear} / ${cheap}' } },
      { id: 'order', tool: 'echo', input: { text: 'ordered' }, if: { value: '${cheap}', equals: 'cheap' } },
    ];
    const dear = await turns.run('dear', workflow(steps(6), { return: '${told}' }));
    expect(given(dear)).toMatchObject({ status: 'ok', output: { result: 'too dear / null' } });
    expect(partsOf(dear)).toEqual(['dear', 'price', 'told']);
    const told = dear.parts.find(({ context }) => context.name === 'told');
    expect(told?.context.after).toEqual(['cheap', 'dear']);
    expect(given(dear).output).toMatchObject({
      steps: { order: { status: 'skipped', error: { message: 'Not run: its condition does not hold.' } } },
    });
    const cheap = await turns.run('cheap', workflow(steps(2), { return: '${told}' }));
    expect(given(cheap)).toMatchObject({ output: { result: 'null / cheap', steps: { order: { output: 'ordered' } } } });
  });

  it('frees its slot while it waits: twelve workflows finish on two slots', async () => {
    const chain: StepWish[] = Array.from({ length: 4 }, (_, n) => ({
      id: `s${n}`,
      tool: 'echo',
      input: { text: n === 0 ? 'x' : `\${s${n - 1}}y` },
    }));
    const sent = await Promise.all(Array.from({ length: 12 }, (_, n) => turns.say(`many-${n}`, workflow(chain))));
    const ended = await Promise.all(sent.map((one) => turns.ended(one, 120_000)));
    for (const turn of ended) expect(given(turn).output).toMatchObject({ result: 'xyyy' });
  }, 180_000);
});

/** When a part was to begin, and when it was answered. */
function timesOf({ parts, responses }: ToolTurn, name: string): { readonly from: number; readonly answered: number } {
  const part = parts.find(({ context }) => context.name === name);
  const response = responses.get(String(part?.id));
  return { from: Date.parse(part?.context.not_before ?? ''), answered: Date.parse(response?.created_at ?? '') };
}

describe('a step that waits before it is tried again', () => {
  it('is tried again at its time, also when every tool-runner is killed meanwhile', async () => {
    const steps: StepWish[] = [
      { id: 'bad', tool: 'calculator', input: { expression: '1 / 0' }, on_error: { retry: 2, backoff_seconds: 2 } },
    ];
    const said = await turns.say('backoff', workflow(steps));
    await eventually(async () => (await turns.conversations.listCrumbs(ToolResponse.name, 'backoff')).length > 0);
    await stack.kill('tool-runner');
    await stack.kill('tool-runner-2');
    const turn = await turns.ended(said, 120_000);
    expect(partsOf(turn)).toEqual(['bad', 'bad#2', 'bad#3']);
    expect(given(turn)).toMatchObject({ status: 'error', error: { code: 'failed' } });
    const first = timesOf(turn, 'bad');
    const second = timesOf(turn, 'bad#2');
    const third = timesOf(turn, 'bad#3');
    expect([second.from, third.from]).toEqual([first.answered + 2_000, second.answered + 4_000]);
    for (const one of [second, third]) expect(one.answered).toBeGreaterThanOrEqual(one.from);
    expect(await turns.conversations.listCrumbs(DeadLetter.name)).toEqual([]);
  }, 180_000);
});

describe('workflows whose tool-runners are killed at random', () => {
  it('all finish, with each step requested once and answered once', async () => {
    const random = seededRandom(20261121);
    const steps: StepWish[] = [
      { id: 'roll', tool: 'dice', input: { notation: '2d6' } },
      { id: 'left', tool: 'echo', input: { text: 'left ${roll.total}' } },
      { id: 'right', tool: 'echo', input: { text: 'right ${roll.total}' } },
      { id: 'both', tool: 'echo', input: { text: '${left} and ${right}' } },
    ];
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, n) => turns.say(`killed-${n}`, workflow(steps, { return: '${both}' }))),
    );
    const runners = Object.keys(stack.pids()).filter((name) => name.startsWith('tool-runner'));
    expect(runners).toHaveLength(2);
    for (let kills = 0; kills < 6; kills += 1) {
      await stack.kill(runners[kills % 2] as string);
      await pause(200 + random() * 600);
    }
    const ended = await Promise.all(sent.map((one) => turns.ended(one, 150_000)));
    for (const turn of ended) {
      expect(partsOf(turn)).toEqual(['both', 'left', 'right', 'roll']);
      const roll = turn.parts.find(({ context }) => context.name === 'roll');
      const { total } = turn.responses.get(String(roll?.id))?.context.output as { total: number };
      expect(given(turn).output).toMatchObject({ result: `left ${total} and right ${total}` });
    }
    expect(await turns.conversations.listCrumbs(DeadLetter.name)).toEqual([]);
    const starts = await turns.conversations.listCrumbs<{ request: { id: string } }>(ToolStart.name);
    expect(new Set(starts.map(({ context }) => context.request.id)).size).toBe(starts.length);
  }, 240_000);
});

describe('a tool-runner that dies exactly between two steps of a workflow', () => {
  afterAll(() => Promise.all(['tool-runner', 'tool-runner-2'].map((name) => stack.start(name))));

  it.each([
    ['tool.after-run', [1, 1, 2, 2]],
    ['tool.after-append', [1, 1, 1]],
  ])(
    '%s: the workflow continues where it was, and each step is answered once',
    async (point, nths) => {
      await stack.halt('tool-runner-2');
      await stack.halt('tool-runner');
      await stack.start('tool-runner', ...nths.map((nth) => ({ CRASH_AT: `${point}:${nth}` })));
      const steps: StepWish[] = [
        { id: 'roll', tool: 'dice', input: { notation: '3d6' } },
        { id: 'twice', tool: 'calculator', input: { expression: '2 * ${roll.total}' } },
        { id: 'said', tool: 'echo', input: { text: '${roll.total} and ${twice}' } },
      ];
      const name = point.replace('.', '-');
      const turn = await turns.ended(await turns.say(name, workflow(steps)), 120_000);
      const roll = turn.parts.find(({ context }) => context.name === 'roll');
      const { total } = turn.responses.get(String(roll?.id))?.context.output as { total: number };
      expect(given(turn)).toMatchObject({ status: 'ok', output: { result: `${total} and ${2 * total}` } });
      expect(partsOf(turn)).toEqual(['roll', 'said', 'twice']);
      const responses = await turns.conversations.listCrumbs(ToolResponse.name, name);
      expect(responses).toHaveLength(4);
      expect(responses.every(({ version }) => version === 1)).toBe(true);
      expect(stack.log('tool-runner').split(`dying at ${point}`).length - 1).toBe(nths.length);
    },
    180_000,
  );
});
