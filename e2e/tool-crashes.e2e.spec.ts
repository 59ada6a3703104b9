import { setTimeout as pause } from 'node:timers/promises';
import { DeadLetter, ToolStart } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { seededRandom } from './support/seeded-random';
import { countDeaths } from './support/deaths';
import { useFixture } from './support/fixture';
import { Orders, type Doing, type Order } from './support/orders';
import { SHORT_LEASES } from './support/short-leases';

const SEED = Number(process.env['SEED'] ?? 20261121);
const SESSIONS = 24;
const MESSAGES = 5;
/** How often each process of a service is killed. */
const TIMES: Readonly<Record<string, number>> = { 'agent-executor': 2, 'tool-runner': 4 };
const KILLS = 2 * Object.values(TIMES).reduce((sum, times) => sum + times, 0);
/** How long a kill of a tool-runner waits, at most, for one of the two to be running a payment. */
const WAIT_MS = 5_000;
/** The model calls that can be lost with a process: one for a turn that it starts, and one for a turn that it continues after a tool result. */
const CALLS_AT_ONCE = 2;
const DOINGS: readonly Doing[] = ['pay', 'look', 'pay+look', 'look>pay'];

const orders = useFixture(
  () => {
    const random = seededRandom(SEED + 1);
    return Orders.start({
      slots: 1,
      modelMs: () => 20 + 140 * random(),
      shopMs: () => 100 + 400 * random(),
      stack: SHORT_LEASES,
    });
  },
  (all) => all.stop(),
);

const unknown = (tool: string): string => `shop__${tool} was started once and its outcome is unknown`;

describe('an executor or a tool-runner that dies exactly between two steps', () => {
  /** Lets the only process of a service die at the point; another one takes over and ends the turn. */
  async function dieAt(service: string, point: string, doing: Doing) {
    const second = `${service}-2`;
    await Promise.all([orders.stack.halt(service), orders.stack.halt(second)]);
    const deaths = (): number => countDeaths(orders.stack, service, point);
    const before = deaths();
    await orders.stack.start(service, { CRASH_AT: point });
    const order = await orders.give(`at-${point.replace('.', '-')}-${doing}`, doing);
    const [end] = await orders.conversations.waitForTurns([order], { withinMs: 60_000 });
    await orders.stack.start(second);
    expect(deaths() - before).toBe(1);
    const asked = orders.asked();
    const calls = Orders.needed(order).map((one) => asked.get(one));
    return { order, calls, errands: await orders.errands(order.session), content: end?.response.context.content };
  }

  it.each([
    ['agent-executor', 'executor.after-model', [2, 1]],
    ['agent-executor', 'executor.after-step', [1, 1]],
    ['agent-executor', 'executor.after-append', [1, 1]],
    ['tool-runner', 'tool.after-append', [1, 1]],
  ])(
    'the %s at %s: an unrepeatable tool ran once, and the model was called %j times for the steps',
    async (service, point, times) => {
      const { order, calls, errands, content } = await dieAt(service, point, 'pay');
      expect(content).toBe(`done: did pay ${order.key}`);
      expect(orders.shop.runs('pay', order.key)).toBe(1);
      expect(errands.map(({ response }) => response?.context.status)).toEqual(['ok']);
      expect(calls).toEqual(times);
    },
    60_000,
  );

  it.each([
    ['tool.after-start', 0],
    ['tool.after-run', 1],
  ])(
    'the tool-runner at %s: an unrepeatable tool ran %d times, and the model is told that the outcome is unknown',
    async (point, runs) => {
      const { order, calls, errands, content } = await dieAt('tool-runner', point, 'pay');
      expect(content).toContain(`done: ${unknown('pay')}`);
      expect(orders.shop.runs('pay', order.key)).toBe(runs);
      expect(errands.map(({ response }) => response?.context.error?.code)).toEqual(['outcome_unknown']);
      expect(calls).toEqual([1, 1]);
    },
    60_000,
  );

  it('the tool-runner at tool.after-run: a repeatable tool runs again, and has one response', async () => {
    const { order, calls, errands, content } = await dieAt('tool-runner', 'tool.after-run', 'look');
    expect(content).toBe(`done: did look ${order.key}`);
    expect(orders.shop.runs('look', order.key)).toBe(2);
    expect(errands).toHaveLength(1);
    expect(calls).toEqual([1, 1]);
  }, 60_000);
});

async function whilePaying(): Promise<void> {
  const until = performance.now() + WAIT_MS;
  while (orders.shop.atWork('pay') === 0 && performance.now() < until) await pause(5);
}

/** Kills two executors and two tool-runners while they work, {@link TIMES} each, in an order and at times that the seed decides. */
async function killAtRandom(killed: string[]): Promise<void> {
  const random = seededRandom(SEED);
  const names = Object.keys(orders.stack.pids()).filter((name) => /^(agent-executor|tool-runner)/.test(name));
  expect(names).toHaveLength(4);
  const rounds = names.flatMap((name) => Array.from({ length: TIMES[name.replace(/-\d$/, '')] ?? 0 }, () => name));
  expect(rounds).toHaveLength(KILLS);
  const order = rounds.map((name) => ({ name, at: random() })).sort((a, b) => a.at - b.at);
  for (const { name } of order) {
    await orders.stack.whenReady();
    await pause(random() * 800);
    if (name.startsWith('tool-runner')) await whilePaying();
    await orders.stack.kill(name);
    killed.push(name);
  }
}

/** Gives a session's orders one after another, spread over the kills. */
async function chat(session: number, killed: readonly string[]): Promise<Order[]> {
  const given: Order[] = [];
  for (let n = 0; n < MESSAGES; n += 1) {
    await eventually(() => killed.length >= (n * KILLS) / MESSAGES, { withinMs: 120_000, everyMs: 50 });
    given.push(await orders.give(`s${session}`, DOINGS[(session + n) % DOINGS.length] as Doing));
  }
  return given;
}

/** True if the answer reports each tool as done, or, for one that must not run twice, its outcome as unknown. */
function mayAnswer({ key, doing }: Order, content: unknown): boolean {
  const results = String(content)
    .replace(/^done: /, '')
    .split(' | ');
  const tools = doing.split(/[>+]/);
  const isReported = (tool: string, at: number): boolean =>
    results[at] === `did ${tool} ${key}` || (tool === 'pay' && results[at]?.startsWith(unknown(tool)) === true);
  return results.length === tools.length && tools.every(isReported);
}

describe(`turns with tools, with 2 executors, 2 tool-runners and random kills (seed ${SEED})`, () => {
  it(`ends ${SESSIONS * MESSAGES} turns once each, runs no unrepeatable tool twice, and repeats only the model calls that a kill cut off`, async () => {
    const killed: string[] = [];
    const before = (await orders.conversations.endedTurns()).length;
    const killing = killAtRandom(killed);
    const given = (await Promise.all(Array.from({ length: SESSIONS }, (_, n) => chat(n, killed)))).flat();
    await killing;

    const ended = await orders.ended(given, 150_000);
    expect(await orders.conversations.endedTurns()).toHaveLength(before + SESSIONS * MESSAGES);
    const wrong = given.filter((order, n) => !mayAnswer(order, ended[n]?.response.context.content));
    expect(wrong).toEqual([]);

    const paid = given.filter(({ doing }) => doing.includes('pay')).map(({ key }) => orders.shop.runs('pay', key));
    expect(paid.filter((times) => times > 1)).toEqual([]);
    const turns = new Set(ended.map(({ turn }) => turn.id));
    const errands = (await orders.errands()).filter(({ request }) => turns.has(request.context.turn.id));
    expect(errands).toHaveLength(given.flatMap(({ doing }) => doing.split(/[>+]/)).length);
    const lost = errands.filter(({ response }) => response?.context.status !== 'ok');
    expect(lost.length).toBeGreaterThan(0); // kills that hit no call would show nothing
    for (const { response } of lost)
      expect(response?.context).toMatchObject({ tool: 'shop__pay', error: { code: 'outcome_unknown' } });
    const ok = errands.filter(({ response }) => response?.context.status === 'ok');
    const isDone = ({ request: { context } }: (typeof ok)[number]): boolean =>
      orders.shop.runs(context.tool.replace('shop__', ''), String(context.input['key'])) > 0;
    expect(ok.filter((one) => !isDone(one))).toEqual([]);
    const starts = await orders.conversations.listCrumbs<{ request: { id: string } }>(ToolStart.name);
    expect(new Set(starts.map(({ context }) => context.request.id)).size).toBe(starts.length);

    const asked = orders.asked();
    const times = given.flatMap(Orders.needed).map((one) => asked.get(one) ?? 0);
    expect(times.filter((one) => one === 0)).toEqual([]);
    const again = times.reduce((sum, one) => sum + one - 1, 0);
    const executors = killed.filter((name) => name.startsWith('agent-executor')).length;
    expect(again).toBeLessThanOrEqual(executors * CALLS_AT_ONCE);
    expect(await orders.conversations.listCrumbs(DeadLetter.name)).toEqual([]);
  }, 300_000);
});
