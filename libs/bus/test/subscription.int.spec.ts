import { TransientError } from '@crumbtrail/platform';
import { connectionOf } from '../src/request-reply/bus';
import { CrumbStore } from '../src/store-client/crumb-store';
import { eventually } from './broker';
import { Script, World } from './world';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

let world: World;
beforeEach(async () => {
  world = await World.begin();
}, 20_000);
afterEach(() => world.end(), 20_000);

describe('a handler', () => {
  it('receives the crumb and its event, and acknowledges by returning', async () => {
    const event = await world.store.say('hello');
    await eventually(() => world.script.seen.length === 1);
    expect(world.script.seen[0]).toEqual({ content: 'hello', event });
    await world.acknowledged();
    expect(world.store.subscriptions[0]).toEqual({
      durable: 'weather',
      filter: 'crumbs.*.created.user_message_v1.>',
      start: 'first',
      ack_wait_ms: 30_000,
    });
  });

  it('handles one message at a time', async () => {
    world.script.act = () => new Promise((resolve) => setImmediate(resolve));
    for (let i = 0; i < 20; i += 1) await world.store.say(`m${i}`);
    await eventually(() => world.script.seen.length === 20);
    expect(world.script.atOnce).toBe(1);
  });

  it('runs behind Nest guards and pipes, whose errors decide the settlement', async () => {
    await world.store.say('rude');
    await world.store.say('guarded');
    await eventually(() => world.store.deadLetters.length === 1, 10_000);
    expect(world.contents).toEqual(['****']);
    expect(world.store.deadLetters[0]?.draft.context['error']).toMatchObject({ message: 'Forbidden resource' });
  });

  it('for * receives bare events, and only of the kinds it names', async () => {
    await world.store.announce(world.store.event({ kind: 'expired' }));
    await world.store.say('not for it');
    await world.store.announce(world.store.event({ kind: 'erased', schema_name: 'agent.def.v1' }));
    await eventually(() => world.script.events.length === 2);
    expect(world.script.events.map((event) => event.kind)).toEqual(['expired', 'erased']);
  });

  it('skips a crumb that was erased in the meantime', async () => {
    const event = world.store.event();
    world.store.crumbs.set(event.id, { erased: true });
    await world.store.announce(event);
    await world.store.say('after');
    await eventually(() => world.script.seen.length === 1);
    await world.acknowledged();
    expect(world.contents).toEqual(['after']);
  });

  it('is retried after a transient error', async () => {
    world.script.act = () => {
      if (world.script.seen.length < 3) throw new TransientError('The model is busy.');
    };
    await world.store.say('again');
    await eventually(() => world.script.seen.length === 3, 10_000);
    await world.acknowledged();
    expect(world.store.deadLetters).toEqual([]);
  });

  it('carries the trace of its event into its commits', async () => {
    const crumbs = new CrumbStore(world.bus);
    world.script.act = async (_message, event) => void (await crumbs.in(event.workspace).commit({ writes: [] }));
    await world.store.say('traced', { traceparent: TRACEPARENT });
    await eventually(() => world.store.commits.length === 1);
    expect(world.store.commits[0]).toMatchObject({ request: { traceparent: TRACEPARENT }, traceparent: TRACEPARENT });
  });

  it('keeps its message while it runs longer than the ack wait', async () => {
    await world.app.close();
    await world.listen({ ackWaitMs: 300 });
    let release = (): void => undefined;
    world.script.act = () => new Promise<void>((resolve) => (release = resolve));
    const spoken = performance.now();
    await world.store.say('slow');
    await eventually(() => world.script.seen.length === 1);
    await eventually(() => performance.now() - spoken > 1_200);
    release();
    await world.acknowledged();
    expect(world.contents).toEqual(['slow']);
  }, 20_000);

  it('receives its message again when its process died before the end', async () => {
    await world.app.close();
    await world.listen({ ackWaitMs: 300 });
    let release = (): void => undefined;
    world.script.act = () => new Promise<void>((resolve) => (release = resolve));
    await world.store.say('orphan');
    await eventually(() => world.script.seen.length === 1);
    // Its connection breaks without a message to the broker, as when a process is killed.
    await connectionOf(world.bus).close();
    const dead = world.app;
    world.script = new Script();
    await world.listen({ ackWaitMs: 300 });
    await eventually(() => world.script.seen.length === 1, 10_000);
    await world.acknowledged();
    release();
    await dead.close();
  }, 20_000);

  it('finishes the running call before it closes, and takes no further message', async () => {
    let release = (): void => undefined;
    world.script.act = () => new Promise<void>((resolve) => (release = resolve));
    await world.store.say('running');
    await world.store.say('waiting');
    await eventually(() => world.script.seen.length === 1);
    let closed = false;
    const closing = world.app.close().then(() => (closed = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed).toBe(false);
    release();
    await closing;
    const [durable] = (await world.store.stream.durables()).filter((one) => one.name === 'weather');
    expect(durable).toMatchObject({ pending: 1, unacknowledged: 0 });
    expect(world.contents).toEqual(['running']);
  });

  it('asks the store once for all of its slots', async () => {
    await world.listen({ slots: 8 });
    await world.store.say('hello');
    await eventually(() => world.script.seen.length === 1);
    // The process that every test begins with has asked once too.
    expect(world.store.subscriptions.filter(({ durable }) => durable === 'weather').length).toBeLessThanOrEqual(2);
  });

  it('processes as many messages at once as it has slots', async () => {
    await world.app.close();
    await world.listen({ slots: 3 });
    const releases: (() => void)[] = [];
    world.script.act = () => new Promise<void>((resolve) => releases.push(resolve));
    for (let i = 0; i < 5; i += 1) await world.store.say(`m${i}`);
    await eventually(() => world.script.running === 3);
    await world.bus.ping();
    expect(world.script.seen.length).toBe(3);
    world.script.act = () => undefined;
    for (const release of releases) release();
    await world.acknowledged();
    expect(world.script.atOnce).toBe(3);
  });

  it('processes as many messages at once as its own option allows', async () => {
    await world.app.close();
    await world.listen({ slots: 3 });
    const pulls = async () =>
      Object.fromEntries((await world.store.stream.durables()).map(({ name, waiting }) => [name, waiting]));
    await eventually(async () => Object.values(await pulls()).every((waiting) => waiting > 0));
    await eventually(async () => (await pulls())['weather'] === 3);
    expect(await pulls()).toEqual({ weather: 3, 'weather-gone': 1, 'weather-replays': 1 });
  });
});
