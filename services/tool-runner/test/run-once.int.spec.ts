import type { Tool } from '@crumbtrail/tool-runtime';
import { DeadLetter, toolStartId } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { RunnersUnderTest } from './start-runner';

let world: RunnersUnderTest;
const ran: string[] = [];
let hold: Promise<void> | undefined;

const tool = (name: string, effect: 'repeatable' | 'at_most_once', gives: string): Tool => ({
  definition: { name, description: name, input: { type: 'object' }, source: 'test', effect },
  run: async () => {
    ran.push(name);
    await hold;
    return gives;
  },
});
const tools: readonly Tool[] = [tool('held', 'repeatable', 'held'), tool('once', 'at_most_once', 'done')];

function gate(): () => void {
  let open: () => void = () => undefined;
  hold = new Promise((resolve) => (open = resolve));
  return open;
}

beforeAll(async () => {
  world = await RunnersUnderTest.start();
  await world.runner(tools);
  await world.agent('abe', ['held', 'once', 'calculator']);
}, 90_000);
afterAll(() => world?.stop());
beforeEach(() => {
  ran.splice(0);
  hold = undefined;
});

describe('a request that is erased', () => {
  it('while it runs is not answered, and causes no dead letter', async () => {
    const open = gate();
    const request = await world.ask('held', {});
    await eventually(() => ran.includes('held'));
    await world.all.gateway.commit({ writes: [{ op: 'erase', id: request, if_match: 1 }] });
    open();
    expect((await world.run('calculator', { expression: '1' })).context).toMatchObject({ status: 'ok' });
    expect((await world.all.gateway.list({ schema: DeadLetter.name })).crumbs).toEqual([]);
  });
});

describe('a store that is unavailable', () => {
  it('gets the result when it returns, and the tool is not run again', async () => {
    await world.haltRunners();
    await world.runner(tools, { CLAIM_TTL_MS: '60000' });
    const open = gate();
    const request = await world.ask('once', {});
    await eventually(() => ran.includes('once'));
    await world.stack.halt('breadcrumb-store');
    open();
    await world.stack.start('breadcrumb-store');
    expect((await world.answer(request)).context).toMatchObject({ status: 'ok', output: 'done' });
    expect(ran).toEqual(['once']);
  });
});

describe('a tool that must not run twice', () => {
  it('is recorded as started before it runs', async () => {
    const open = gate();
    const request = await world.ask('once', {});
    await eventually(() => ran.includes('once'));
    expect(await world.crumb(toolStartId('default', request))).toMatchObject({ context: { tool: 'once' } });
    open();
    expect((await world.answer(request)).context).toMatchObject({ status: 'ok', output: 'done' });
  });

  it('is never run again when it was started and not answered', async () => {
    const turn = await world.turn();
    await world.haltRunners();
    const request = await world.ask('once', {}, { turn });
    await world.noteStart(request);
    await world.runner(tools);
    const { context } = await world.answer(request);
    expect(context).toMatchObject({ status: 'error', error: { code: 'outcome_unknown' } });
    expect(ran).toEqual([]);
  });
});

describe('two tool-runners', () => {
  it('run each request once, however often it is delivered', async () => {
    await world.runner(tools, { TOOL_SLOTS: '4' });
    const turn = await world.turn();
    const requests: string[] = [];
    for (let step = 1; step <= 12; step += 1) requests.push(await world.ask('once', {}, { turn, step }));
    for (const request of requests) expect((await world.answer(request)).context).toMatchObject({ output: 'done' });
    expect(ran).toHaveLength(12);
  });
});
