import { List, type Operation, Read } from '@crumbtrail/contracts';
import { connectionOf } from '../src/request-reply/bus';
import { ConnectionState } from '../src/connection/connection-state';
import { eventually } from './broker';
import { World } from './world';

describe('a service recovers by itself', () => {
  let world: World;
  beforeEach(async () => {
    world = await World.begin();
    await world.store.say('first');
    await eventually(() => world.contents.length === 1);
  }, 20_000);
  afterEach(() => world.end(), 20_000);

  const hears = async (content: string): Promise<void> => {
    await eventually(() => world.store.say(content).then(() => true), 15_000);
    await eventually(() => world.contents.includes(content), 15_000);
    await eventually(() => world.strategy.findUnsubscribed().length === 0, 15_000);
  };
  const subscribed = (): Promise<boolean> =>
    eventually(() => world.store.subscriptions.filter((one) => one.durable === 'weather').length >= 2, 15_000);

  it('when its durable is deleted', async () => {
    await world.store.stream.deleteDurable('weather');
    await subscribed();
    await hears('second');
  }, 40_000);

  it('when its durable is deleted between two pulls, which nats-server 2.9 does not report', async () => {
    let release = (): void => undefined;
    world.script.act = () => new Promise<void>((resolve) => (release = resolve));
    await world.store.say('slow');
    await eventually(() => world.contents.length === 2);
    await world.store.stream.deleteDurable('weather');
    world.script.act = () => undefined;
    release();
    await subscribed();
    await hears('third');
  }, 40_000);

  it('when the stream is deleted', async () => {
    await world.store.stream.remove();
    await subscribed();
    await hears('second');
  }, 40_000);

  it('when the broker restarts cleanly', async () => {
    await world.broker.server.stop();
    await world.broker.server.start();
    await hears('second');
  }, 40_000);

  it('when the broker is killed', async () => {
    await world.broker.server.kill();
    await world.broker.server.start();
    await hears('second');
  }, 40_000);
});

describe('while the broker is down', () => {
  let world: World;
  beforeEach(async () => {
    world = await World.begin();
    await world.store.say('first');
    await eventually(() => world.contents.length === 1);
  }, 20_000);
  afterEach(() => world.end(), 20_000);

  it('a request in flight is rejected at once, and a new one waits for the connection', async () => {
    const hanging = List as unknown as Operation<object, void>;
    let release: (() => void) | null = null;
    const store = await world.broker.bus('breadcrumb-store');
    await store.respond(hanging, () => new Promise<void>((resolve) => (release = resolve)));
    const lost = world.bus.request(hanging, 'default', {}).catch((error: unknown) => error);
    const answer = await eventually<() => void>(() => release as () => void);
    await world.broker.server.kill();
    expect(await lost).toMatchObject({ code: 'unavailable' });
    const waits = world.bus.request(Read, 'default', { refs: [] });
    await world.broker.server.start();
    expect(await waits).toMatchObject({ crumbs: [] });
    answer();
  }, 40_000);

  it('a handler may end: its acknowledgement is sent once the broker is back', async () => {
    let release = (): void => undefined;
    world.script.act = () => new Promise<void>((resolve) => (release = resolve));
    await world.store.say('second');
    await eventually(() => world.contents.length === 2);
    await world.broker.server.stop();
    await eventually(() => !ConnectionState.of(connectionOf(world.bus)).isUp);
    release();
    await world.broker.server.start();
    await world.acknowledged();
    expect(world.contents).toEqual(['first', 'second']);
  }, 40_000);
});
