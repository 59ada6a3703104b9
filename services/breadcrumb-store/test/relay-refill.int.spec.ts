import { eventually } from '@crumbtrail/testing';
import { databases } from './databases';
import { RelayUnderTest } from './relay-under-test';

jest.setTimeout(60_000);

const all = (count: number, from = 1) => Array.from({ length: count }, (_, n) => from + n);
const soon = (holds: () => boolean | Promise<boolean>) => eventually(holds);
const unique = (positions: readonly number[]) => [...new Set(positions)].sort((a, b) => a - b);

describe.each(databases)('refilling the stream on %s', (_, open) => {
  let world: RelayUnderTest;
  beforeAll(async () => {
    world = await RelayUnderTest.over(open);
  });
  afterAll(() => world.close());
  beforeEach(() => world.fresh());
  afterEach(() => world.end());

  /** Appends slowly enough that the connected conductor acknowledges each batch of twenty before the stream could drop it. */
  async function appendSlowly(batches: number): Promise<void> {
    for (let batch = 0; batch < batches; batch++) {
      const last = (await world.append(20)).at(-1);
      await soon(() => world.floorOf('conductor') === last);
    }
  }

  describe('when JetStream loses its directory', () => {
    it('every durable is refilled from its own floor and receives no acknowledged event again', async () => {
      await world.startRelay();
      const quick = await world.listen('conductor');
      const stuck = await world.listen('context-builder');
      stuck.stuckOn = ({ position }) => position === 41;
      await world.append(100);
      await soon(() => quick.heard.length === 100 && stuck.heard.length === 41);
      await soon(() => world.floorOf('conductor') === 100 && world.floorOf('context-builder') === 40);
      await stuck.die();
      await world.loseTheDirectory();
      await world.append(10);
      const again = await world.listen('context-builder');
      await soon(() => quick.heard.includes(110) && again.heard.includes(110));
      expect(quick.heard).toEqual(all(110));
      expect(again.heard).toEqual(all(70, 41));
    });

    it('no event is repeated when all were acknowledged, and a new agent receives only new events', async () => {
      await world.startRelay();
      const one = await world.listen('conductor');
      const updates = await world.listen('context-builder', { kind: 'updated' });
      await world.append(1000);
      await soon(() => world.floorOf('conductor') === 1000 && world.floorOf('context-builder') === 1000);
      await world.loseTheDirectory();
      const agent = await world.listen('agent-executor', { start: 'head' });
      await world.append(5);
      await world.append(1, 'updated');
      await soon(() => one.heard.includes(1005) && agent.heard.includes(1005) && updates.heard.length === 1);
      expect(one.heard).toEqual(all(1005));
      expect(agent.heard).toEqual(all(5, 1001));
      expect(world.relay.epoch).toBe(1);
    });
  });

  describe('when the stream dropped events that a durable missed', () => {
    it('that durable is refilled when it returns, and the others receive nothing again', async () => {
      await world.startRelay({ limits: { maxBytes: 40_000 } });
      const up = await world.listen('conductor');
      const down = await world.listen('context-builder');
      await world.append(10);
      await soon(() => world.floorOf('conductor') === 10 && world.floorOf('context-builder') === 10);
      await down.stop();
      await appendSlowly(15);
      expect(world.relay.epoch).toBe(1);
      const back = await world.listen('context-builder');
      await soon(() => new Set(back.heard).size === 300);
      await world.append(1);
      await soon(() => up.heard.includes(311) && back.heard.includes(311));
      expect(up.heard).toEqual(all(311));
      expect(unique(back.heard)).toEqual(all(301, 11));
      expect(world.relay.epoch).toBeGreaterThan(1);
    });

    it('the stream is not rewound for a durable that receives none of them', async () => {
      await world.startRelay({ limits: { maxBytes: 40_000 } });
      const up = await world.listen('conductor');
      const down = await world.listen('context-builder', { kind: 'updated' });
      await world.append(5, 'updated');
      await soon(() => world.floorOf('context-builder') === 5);
      await down.stop();
      await appendSlowly(15);
      await world.append(1, 'updated');
      const back = await world.listen('context-builder', { kind: 'updated' });
      await soon(() => back.heard.length === 1 && up.heard.length === 300);
      expect(back.heard).toEqual([306]);
      expect(world.relay.epoch).toBe(1);
    });
  });

  it('a deleted consumer is created again at its own position, without effect on others', async () => {
    await world.startRelay();
    const [one, two] = [await world.listen('conductor'), await world.listen('context-builder')];
    await world.append(30);
    await soon(() => world.floorOf('conductor') === 30 && world.floorOf('context-builder') === 30);
    await new (jest.requireActual<typeof import('@crumbtrail/bus')>('@crumbtrail/bus').CrumbStream)(
      world.bus,
    ).deleteDurable('conductor');
    await world.append(10);
    await soon(() => one.heard.includes(40) && two.heard.includes(40));
    expect(one.heard).toEqual(all(40));
    expect(two.heard).toEqual(all(40));
    expect(world.relay.epoch).toBe(1);
  });

  it('a consumer that is created while the stream is ahead of the cursor, which the relay before had not saved, receives everything', async () => {
    await world.startRelay();
    await (await world.listen('conductor')).stop();
    await world.append(3);
    await soon(async () => (await world.savedCursor()) === 3);
    await world.relay.stop();
    await world.setCursor(0);
    await world.deleteConsumer('conductor');
    await world.startRelay();
    const listener = await world.listen('conductor');
    await soon(() => unique(listener.heard).length === 3);
    expect(listener.heard).toEqual([1, 2, 3]);
  });
});
