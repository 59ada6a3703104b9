import { ToolError, type Tool } from '@crumbtrail/tool-runtime';
import { ToolConfig, ToolStart, toolStartId, type ToolDefV1 } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { RunnersUnderTest } from './start-runner';

let world: RunnersUnderTest;
const ran: string[] = [];
let hold: Promise<void> | undefined;
const aborted: string[] = [];

const tool = (name: string, run: Tool['run'], more: Partial<ToolDefV1> = {}): Tool => ({
  definition: { name, description: name, input: { type: 'object' }, source: 'test', ...more },
  run: (input, call) => (ran.push(name), run(input, call)),
});

const tools: readonly Tool[] = [
  tool('throws', () => Promise.reject(new Error('no luck today'))),
  tool('away', () => Promise.reject(new ToolError('unavailable', 'The other side is away.'))),
  tool(
    'hangs',
    (_input, { signal }) => (
      signal.addEventListener('abort', () => aborted.push('hangs')),
      new Promise(() => undefined)
    ),
    { timeout_ms: 100 },
  ),
  tool('huge', async () => 'x'.repeat(5_000_000)),
  tool('long', async () => 'ab\n'.repeat(50_000)),
  tool('lies', async () => 'three', { output: { type: 'number' } }),
  tool('picky', async () => 1, { input: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } }),
  tool('held', async () => (await hold, 'held')),
  tool('off', async () => 'off'),
  tool('peeks', async (_input, { log }) => log.search({ query: 'x', mode: 'text' })),
];

function gate(): () => void {
  let open: () => void = () => undefined;
  hold = new Promise((resolve) => (open = resolve));
  return open;
}

beforeAll(async () => {
  world = await RunnersUnderTest.start();
  await world.runner(tools);
  await world.agent('abe', [
    ...tools.map(({ definition }) => definition.name),
    'nowhere',
    'echo',
    'calculator',
    'search_breadcrumbs',
  ]);
}, 90_000);
afterAll(() => world?.stop());
beforeEach(() => {
  ran.splice(0);
  hold = undefined;
});

describe('a tool request', () => {
  it('is answered to its agent only, in its turn, with the tool’s result', async () => {
    const turn = await world.turn();
    const request = await world.ask('calculator', { expression: '6 * 7' }, { turn });
    const { context, audience, author, cause, session } = await world.answer(request);
    expect(context).toMatchObject({
      request: { id: request },
      turn: { id: turn.id },
      agent: 'abe',
      tool: 'calculator',
      reply_to: 'pool',
      status: 'ok',
      output: '42',
      text: '42',
      persistence: { class: 'turn', key: expect.stringMatching(/^calculator:[0-9a-f]{16}$/) as string },
    });
    expect({ audience, author, cause }).toEqual({
      audience: ['agent:abe'],
      author: { kind: 'service', id: 'tool-runner' },
      cause: { id: request, version: 1 },
    });
    expect(session).toMatch(/^s-/);
  });

  it.each([
    [
      'for a tool that does not exist',
      { tool: 'nowhere', input: {}, code: 'unknown_tool', words: 'There is no tool nowhere' },
    ],
    [
      'that is not granted',
      { tool: 'dice', input: { notation: 'd6' }, code: 'not_granted', words: 'does not grant it' },
    ],
    [
      'whose arguments do not match the schema',
      { tool: 'picky', input: { n: 'one' }, code: 'invalid_input', words: '/n must be integer' },
    ],
    ['whose tool throws', { tool: 'throws', input: {}, code: 'failed', words: 'throws failed: no luck today' }],
    [
      'whose tool throws its own error code',
      { tool: 'away', input: {}, code: 'unavailable', words: 'The other side is away.' },
    ],
    ['whose tool hangs', { tool: 'hangs', input: {}, code: 'timeout', words: 'within 100 ms' }],
    [
      'whose tool returns five megabytes',
      { tool: 'huge', input: {}, code: 'too_large', words: 'the maximum is 1024 KB' },
    ],
    [
      'whose tool returns a result outside its schema',
      { tool: 'lies', input: {}, code: 'invalid_output', words: 'must be number' },
    ],
    [
      'whose tool lacks a permission',
      { tool: 'peeks', input: {}, code: 'failed', words: 'lacks the permission `search`' },
    ],
  ])('%s is answered readably', async (_what, { tool: name, input, code, words }) => {
    const { context } = await world.run(name, input);
    expect(context).toMatchObject({ status: 'error', error: { code }, persistence: { class: 'turn' } });
    expect(context.text).toContain(words);
  });

  it('whose tool hangs is answered at the time limit, and the tool is aborted', async () => {
    await eventually(() => aborted.includes('hangs'));
  });

  it('whose result is too long for a model is truncated with a mark', async () => {
    const { context } = await world.run('long', {});
    expect(context).toMatchObject({ status: 'ok', truncated: true });
    expect(context.text).toMatch(/^ab\nab[^]*\[cut here: the result has \d+ KB/);
  });

  it('for a disabled tool is answered with that error', async () => {
    await world.leave(ToolConfig.name, { tool: 'off', enabled: false });
    const { context } = await world.run('off', {});
    expect(context).toMatchObject({ error: { code: 'disabled' } });
    expect(ran).toEqual([]);
  });

  it('uses the operator’s configuration', async () => {
    await world.leave(ToolConfig.name, { tool: 'echo', persistence: 'day', effect: 'at_most_once' });
    const request = await world.ask('echo', { text: 'hi' });
    expect((await world.answer(request)).context).toMatchObject({ persistence: { class: 'day' } });
    expect(await world.crumb(toolStartId('default', request))).toMatchObject({ schema_name: ToolStart.name });
  });

  it('that was not started when its turn ended is never run', async () => {
    const turn = await world.turn();
    await world.haltRunners();
    const request = await world.ask('held', {}, { turn });
    await world.end(turn);
    await world.runner(tools);
    expect((await world.answer(request)).context).toMatchObject({ error: { code: 'cancelled' } });
    expect(ran).toEqual([]);
  });

  it('is cancelled when its turn ends while it runs', async () => {
    gate();
    const turn = await world.turn();
    const request = await world.ask('held', {}, { turn });
    await eventually(() => ran.includes('held'));
    await world.end(turn);
    expect((await world.answer(request)).context).toMatchObject({ error: { code: 'cancelled' } });
  });

  it('is run only by the holder of its claim, regardless of its duration', async () => {
    const open = gate();
    await world.runner(tools);
    const request = await world.ask('held', {});
    await eventually(() => ran.includes('held'));
    const thrice = performance.now() + 3_500;
    await eventually(() => performance.now() > thrice);
    open();
    expect((await world.answer(request)).context).toMatchObject({ status: 'ok', output: 'held' });
    expect(ran).toEqual(['held']);
  });
});
