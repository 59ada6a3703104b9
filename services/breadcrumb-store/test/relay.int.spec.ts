import { eventually } from '@crumbtrail/testing';
import type { StreamPort } from '../src/relay/stream-port';
import { databases } from './databases';
import { RelayUnderTest } from './relay-under-test';

jest.setTimeout(60_000);

const all = (count: number, from = 1) => Array.from({ length: count }, (_, n) => from + n);
const soon = (holds: () => boolean | Promise<boolean>) => eventually(holds);
const unique = (positions: readonly number[]) => [...new Set(positions)].sort((a, b) => a - b);

describe.each(databases)('on %s', (_, open) => {
  let world: RelayUnderTest;
  beforeAll(async () => {
    world = await RelayUnderTest.over(open);
  });
  afterAll(() => world.close());
  beforeEach(() => world.fresh());
  afterEach(() => world.end());

  describe('the relay', () => {
    it('delivers every committed event to every durable, once and in order', async () => {
      await world.startRelay();
      const [one, two] = [await world.listen('conductor'), await world.listen('context-builder')];
      await world.append(300);
      await world.append(1, 'updated');
      await world.append(50);
      await soon(() => one.heard.length === 350 && two.heard.length === 350);
      expect(one.heard).toEqual([...all(300), ...all(50, 302)]);
      expect(two.heard).toEqual(one.heard);
    });

    it('neither loses nor repeats events when its process dies after publishing and before moving the cursor', async () => {
      await world.startRelay({ wrap: diesAfterPublishing });
      const listener = await world.listen('conductor');
      await world.append(20);
      await soon(() => listener.heard.length === 20);
      await world.startRelay();
      await world.append(5);
      await soon(() => listener.heard.length >= 25);
      expect(listener.heard).toEqual(all(25));
    });

    it('lets appends continue while NATS is down, and continues from its cursor', async () => {
      await world.startRelay();
      const listener = await world.listen('conductor');
      await world.append(10);
      await soon(() => listener.heard.length === 10);
      await world.nats.kill();
      await world.append(30);
      await world.nats.start();
      // The broker forgets acknowledgements when it is killed, so some may come again.
      await soon(() => new Set(listener.heard).size === 40);
      expect(unique(listener.heard)).toEqual(all(40));
    });

    it('removes the consumer of a service that is gone, and none that a process is subscribed to', async () => {
      await world.startRelay();
      const gone = await world.listen('conductor');
      const busy = await world.listen('context-builder');
      await gone.stop();
      await world.append(3);
      await soon(
        async () => busy.heard.length === 3 && [...(await world.relay.pendingAges()).keys()].join() === 'conductor',
      );
      expect(await world.relay.removeDurable('conductor')).toMatchObject({ name: 'conductor', floor: 0 });
      await expect(world.relay.removeDurable('conductor')).rejects.toMatchObject({ code: 'not_found' });
      await expect(world.relay.removeDurable('context-builder')).rejects.toMatchObject({ code: 'id_conflict' });
      expect(world.relay.durables.map(({ name }) => name)).not.toContain('conductor');
      const again = await world.listen('conductor');
      await soon(() => again.heard.length === 3);
    });

    it('inspects the stream once for all services that ask while it is being inspected, however often they ask', async () => {
      const inspections = { count: 0 };
      const relay = await world.startRelay({
        wrap: countsInspections(inspections),
        options: { inspectEveryMs: 60_000 },
      });
      await soon(() => inspections.count === 1);
      const names = Array.from({ length: 8 }, (_, n) => `service-${n}`);
      const ask = (durable: string) =>
        relay.subscribe({ durable, filter: 'crumbs.*.created.>', start: 'first', ack_wait_ms: 30_000 });
      await Promise.all(Array.from({ length: 10 }, () => names.map(ask)).flat());
      expect(relay.durables.map(({ name }) => name).sort()).toEqual(names);
      expect(inspections.count).toBeLessThanOrEqual(3);
    });

    it('saves its cursor and inspects the stream while it is behind', async () => {
      const gate = new Gate(4);
      const options = { window: 10, saveEveryMs: 0, inspectEveryMs: 0 };
      await world.startRelay({ wrap: (road) => gate.before(road), options });
      await world.append(100);
      await soon(() => gate.isReached);
      const cursor = await world.savedCursor();
      gate.open();
      expect(cursor).toBe(40);
      expect(gate.inspections).toBeGreaterThanOrEqual(4);
      await soon(() => world.relay.relayed === 100);
    });

    it('ends at its next inspection when another relay has taken over, although it has nothing to save', async () => {
      const first = await world.startRelay();
      await world.startRelay();
      await soon(() => world.superseded.length === 1);
      await first.stop();
      expect(world.superseded[0]?.message).toMatch(/Another breadcrumb-store relays this log now/);
    });

    it('is fenced: a superseded relay can no longer move the cursor', async () => {
      const old = await world.startRelay();
      await world.startRelay();
      await world.append(3);
      await soon(() => world.relay.relayed === 3);
      old.wake();
      await soon(() => world.superseded.length === 1);
      await old.stop();
      await world.append(2);
      await soon(() => world.relay.relayed === 5);
    });
  });

  describe('a new durable', () => {
    it('starts at the head, or at the beginning of the log on request', async () => {
      await world.startRelay();
      const first = await world.listen('conductor');
      await world.append(10);
      await soon(() => first.heard.length === 10);
      const [late, early] = [
        await world.listen('context-builder', { start: 'head' }),
        await world.listen('agent-executor'),
      ];
      await soon(() => early.heard.length === 10);
      await world.append(2);
      await soon(() => late.heard.length === 2 && early.heard.length === 12 && first.heard.length === 12);
      expect([first.heard, early.heard, late.heard]).toEqual([all(12), all(12), [11, 12]]);
    });

    it('receives the log from its beginning although the stream no longer holds it, and others receive nothing again', async () => {
      await world.startRelay({ limits: { maxBytes: 40_000 } });
      const one = await world.listen('conductor');
      for (let batch = 0; batch < 10; batch++) {
        await world.append(20);
        await soon(() => one.heard.length === (batch + 1) * 20 && world.floorOf('conductor') === (batch + 1) * 20);
      }
      await world.relay.stop();
      await world.startRelay();
      const two = await world.listen('context-builder');
      await soon(() => new Set(two.heard).size === 200);
      await world.append(1);
      await soon(() => two.heard.includes(201) && one.heard.includes(201));
      expect(unique(two.heard)).toEqual(all(201));
      expect(one.heard).toEqual(all(201));
    });
  });
});

/** Holds up the stream after a number of batches, so that the relay stays behind. */
class Gate {
  isReached = false;
  inspections = 0;
  private batches = 0;
  private release: () => void = () => undefined;
  private readonly opened = new Promise<void>((resolve) => (this.release = resolve));

  constructor(private readonly after: number) {}

  open(): void {
    this.release();
  }

  before(road: StreamPort): StreamPort {
    const publish: StreamPort['publish'] = async (events, log) => {
      this.batches += 1;
      if (this.batches > this.after) {
        this.isReached = true;
        await this.opened;
      }
      return road.publish(events, log);
    };
    const consumers: StreamPort['consumers'] = () => {
      if (this.batches > 0) this.inspections += 1;
      return road.consumers();
    };
    return Object.assign(Object.create(road) as StreamPort, { publish, consumers });
  }
}

/** Simulates that the relay's process dies directly after the stream has stored the events. */
function diesAfterPublishing(road: StreamPort): StreamPort {
  const publish: StreamPort['publish'] = async (events, log) => {
    await road.publish(events, log);
    return new Promise<never>(() => undefined);
  };
  return Object.assign(Object.create(road) as StreamPort, { publish });
}

/** Counts inspections, each of which lists the consumers, and lets other work in between as a busy machine does. */
function countsInspections(counted: { count: number }) {
  return (road: StreamPort): StreamPort => {
    const consumers: StreamPort['consumers'] = async () => {
      counted.count += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return road.consumers();
    };
    return Object.assign(Object.create(road) as StreamPort, { consumers });
  };
}
