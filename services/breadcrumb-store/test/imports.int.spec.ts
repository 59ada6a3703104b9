import { eventually } from '@crumbtrail/testing';
import { prepareCommit } from '../src/commands/prepare-commit';
import { randomIds } from '../src/commands/random-ids';
import { ImportPacer, MOST_AHEAD } from '../src/relay/import-pacer';
import { databases, type TestDatabase } from './databases';
import { RelayUnderTest } from './relay-under-test';
import { creates, message, operator, StoreUnderTest, user } from './store-under-test';

/** Clients that import at once, each the next part when its last one is stored. */
const CLIENTS = 30;
const CRUMBS_EACH = 250;
/** A turn that is not over by then is held up: it takes a few dozen parts, on a busy machine too. */
const MOST_PARTS = 400;
/** Events of one turn that follow each other: the message, its turn, its context, its answer. */
const HOPS = 4;

describe.each(databases)('a turn during an import of many crumbs on %s', (_, open) => {
  let db: TestDatabase;
  let world: RelayUnderTest;
  let store: StoreUnderTest;

  beforeAll(async () => {
    db = await open();
    store = await StoreUnderTest.over(db);
    world = await RelayUnderTest.over(() => Promise.resolve(db));
    await world.fresh();
    await world.startRelay();
    store.writer.onCommit(() => world.relay.wake());
  }, 60_000);
  afterAll(async () => {
    await world.end();
    await store.close();
  });

  const floorOf = (durable: string): number | undefined =>
    world.relay.durables.find(({ name }) => name === durable)?.floor;

  it('has at most the allowed backlog and one import before each of its events, and ends while imports continue', async () => {
    const workspace = await store.workspace();
    const listener = await world.listen('conductor', { skipsImported: true });
    const reader = await world.listen('memory-keeper');
    const pacer = new ImportPacer({ writer: store.writer, relay: world.relay, maxWaitMs: 300_000 });
    let parts = 0;
    let isTurnOver = false;
    const importPart = (): Promise<unknown> => {
      const crumbs = Array.from({ length: CRUMBS_EACH }, (_one, n) =>
        message(`part ${parts}, crumb ${n}`, { session: 'history' }),
      );
      parts += 1;
      return pacer.run(() => {
        const request = { imported: true, writes: creates(...crumbs) };
        return store.writer.submit(prepareCommit(request, operator(workspace), randomIds));
      });
    };
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!isTurnOver && parts < MOST_PARTS) await importPart();
    });
    const ahead: number[] = [];
    for (let hop = 0; hop < HOPS; hop += 1) {
      const { position } = await store.create(user(workspace), message(`hop ${hop}`));
      ahead.push(position - 1 - world.relay.relayed);
      await eventually(() => listener.heard.includes(position), { withinMs: 120_000 });
    }
    isTurnOver = true;
    await Promise.all(clients);
    expect(parts).toBeLessThan(MOST_PARTS);
    expect(Math.max(...ahead)).toBeLessThanOrEqual(MOST_AHEAD + CRUMBS_EACH);
    await eventually(() => reader.heard.length === parts * CRUMBS_EACH + HOPS, { withinMs: 120_000 });
    expect(reader.heard).toEqual([...reader.heard].sort((a, b) => a - b));
    expect(listener.heard).toHaveLength(HOPS);
    await eventually(() => floorOf('conductor') === store.writer.position);
  }, 300_000);

  it('does not hold up imports while NATS is down', async () => {
    const workspace = await store.workspace();
    await world.nats.kill();
    await store.create(user(workspace), message('the relay notices'));
    await eventually(() => world.relay.isFailing);
    const pacer = new ImportPacer({ writer: store.writer, relay: world.relay, maxWaitMs: 300_000 });
    for (let n = 0; n < 3; n += 1) {
      const request = { imported: true, writes: creates(...Array.from({ length: 400 }, () => message('history'))) };
      await pacer.run(() => store.writer.submit(prepareCommit(request, operator(workspace), randomIds)));
    }
    await world.nats.start();
    await eventually(() => world.relay.relayed === store.writer.position, { withinMs: 60_000 });
  }, 120_000);
});
