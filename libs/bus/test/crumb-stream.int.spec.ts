import type { CrumbEvent } from '@crumbtrail/contracts';
import { type Bus, connectionOf } from '../src/request-reply/bus';
import { CrumbStream } from '../src/stream/crumb-stream';
import { Puller } from '../src/subscription/puller';
import { eventFilter, inboxPrefix } from '../src/protocol/subjects';
import { Broker, eventually } from './broker';

const log = { logId: 'log', epoch: 1 };
const FILTER = eventFilter({ kinds: ['created'] });

let broker: Broker;
let bus: Bus;
let stream: CrumbStream;

beforeEach(async () => {
  broker = await Broker.start();
  bus = await broker.bus('breadcrumb-store');
  stream = new CrumbStream(bus);
  await stream.ensure();
}, 20_000);
afterEach(() => broker.stop());

const event = (position: number, more: Partial<CrumbEvent> = {}): CrumbEvent => ({
  position,
  kind: 'created',
  workspace: 'default',
  id: `crumb-${position}`,
  version: 1,
  schema_name: 'user.message.v1',
  trail_id: 'trail',
  hop: 0,
  author: { kind: 'user', id: 'ann' },
  imported: false,
  content_hash: 'hash',
  ...more,
});
const events = (from: number, count: number, step = 1): CrumbEvent[] =>
  Array.from({ length: count }, (_, i) => event(from + i * step));
const at = (position: number, epoch = 1): unknown => ({ logId: 'log', epoch, position });

/** Consumes as a service does: one pull, one message, one acknowledgement at a time. Returns how many messages that sent. */
async function pullAndAck(service: string, count: number): Promise<number> {
  const connection = connectionOf(await broker.bus(service));
  const puller = new Puller(connection, service, inboxPrefix(service));
  const before = connection.stats().outMsgs;
  for (let done = 1; done <= count; done += 1) {
    const pulled = await puller.next();
    if (done === count) puller.stop();
    if ('message' in pulled) pulled.message.ack();
  }
  await connection.flush();
  puller.close();
  return connection.stats().outMsgs - before;
}

describe('the stream', () => {
  it('stores events in order, far more than one window, and returns the sequence of each', async () => {
    const acks = await stream.publish(events(1, 1_000), log);
    expect(acks.map((ack) => ack.position)).toEqual(events(1, 1_000).map((one) => one.position));
    expect(acks.map((ack) => ack.seq)).toEqual(acks.map((_, index) => index + 1));
    expect(await stream.info()).toMatchObject({ messages: 1_000, firstSeq: 1, lastSeq: 1_000, last: at(1_000) });
  });

  it('stores an event once, however often it is published', async () => {
    await stream.publish(events(1, 5), log);
    const again = await stream.publish(events(3, 5), log);
    expect(again.map((ack) => ack.duplicate)).toEqual([true, true, true, false, false]);
    expect((await stream.info())?.messages).toBe(7);
  });

  it('stores no events after one that it rejected, because they would be out of order', async () => {
    const tooLarge = event(3, { id: 'x'.repeat(2 * 1024 * 1024) });
    const acks = await stream.publish([event(1), event(2), tooLarge, event(4), event(5)], log);
    expect(acks.map((ack) => ack.position)).toEqual([1, 2]);
    expect((await stream.info())?.last).toEqual(at(2));
  });

  it('rejects with unavailable when there is no stream', async () => {
    await stream.remove();
    expect(await stream.info()).toBeNull();
    expect(await stream.durables()).toEqual([]);
    await expect(stream.publish([event(1)], log)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await stream.ensure()).toEqual({ made: true });
    expect(await stream.ensure({ maxAgeMs: 60_000 })).toEqual({ made: false });
  });

  it('finds the first message at or after any position, over gaps and after the oldest messages were dropped', async () => {
    await stream.publish(events(10, 50, 10), log);
    expect(await stream.firstSeqAtOrAfter(1)).toBe(1);
    expect(await stream.firstSeqAtOrAfter(10)).toBe(1);
    expect(await stream.firstSeqAtOrAfter(101)).toBe(11);
    expect(await stream.firstSeqAtOrAfter(500)).toBe(50);
    expect(await stream.firstSeqAtOrAfter(501)).toBeNull();
    await connectionOf(bus)
      .jetstreamManager({ checkAPI: false })
      .then((jsm) => jsm.streams.purge('CRUMBS', { seq: 21 }));
    expect(await stream.firstSeqAtOrAfter(1)).toBe(21);
    expect(await stream.firstSeqAtOrAfter(333)).toBe(34);
    expect(await stream.positionAt(5)).toBeNull();
    expect(await stream.positionAt(21)).toEqual(at(210));
  });

  it('distinguishes the epochs of a log', async () => {
    await stream.publish(events(1, 20), log);
    await stream.publish(events(11, 20), { logId: 'log', epoch: 2 });
    expect(await stream.firstSeqAtOrAfter(15, 2)).toBe(25);
    expect(await stream.firstSeqAtOrAfter(1, 2)).toBe(21);
    expect(await stream.positionAt(25)).toEqual(at(15, 2));
  });

  it('is empty after a purge, and takes new events', async () => {
    await stream.publish(events(1, 5), log);
    await stream.purge();
    expect(await stream.info()).toMatchObject({ messages: 0, last: null });
    await stream.publish(events(6, 2), log);
    expect((await stream.info())?.last).toEqual(at(7));
  });
});

describe('a durable', () => {
  it('starts at its configured position, and is created once', async () => {
    await stream.publish(events(1, 10), log);
    const wish = { filter: FILTER, ackWaitMs: 1_000 };
    expect(await stream.createDurable({ ...wish, name: 'all', start: 'all' })).toEqual({ made: true });
    await stream.createDurable({ ...wish, name: 'new', start: 'new' });
    await stream.createDurable({ ...wish, name: 'from-eight', start: 8 });
    const pending = Object.fromEntries((await stream.durables()).map((one) => [one.name, one.pending]));
    expect(pending).toEqual({ all: 10, new: 0, 'from-eight': 3 });
    expect(await stream.createDurable({ ...wish, name: 'all', start: 'new', ackWaitMs: 2_000 })).toEqual({
      made: false,
    });
  });

  it('is recreated for another filter', async () => {
    await stream.publish([event(1), event(2, { kind: 'erased' })], log);
    await stream.createDurable({ name: 'd', filter: FILTER, start: 'all', ackWaitMs: 1_000 });
    const filter = eventFilter({ kinds: ['erased'] });
    expect(await stream.createDurable({ name: 'd', filter, start: 'all', ackWaitMs: 1_000 })).toEqual({ made: true });
    expect(await stream.durables()).toMatchObject([{ name: 'd', filter, pending: 1 }]);
  });

  it('of a handler that skips imported history is delivered none of it', async () => {
    const history = { imported: true };
    await stream.publish([event(1), event(2, history), event(3, { ...history, kind: 'updated' })], log);
    const wish = { start: 'all', ackWaitMs: 1_000 } as const;
    await stream.createDurable({ ...wish, name: 'everything', filter: eventFilter({}) });
    await stream.createDurable({ ...wish, name: 'live', filter: eventFilter({ skipsImported: true }) });
    const pending = Object.fromEntries((await stream.durables()).map((one) => [one.name, one.pending]));
    expect(pending).toEqual({ everything: 3, live: 2 });
  });

  it('is asked for its next message by the acknowledgement of the one before', async () => {
    await stream.publish(events(1, 5), log);
    await stream.createDurable({ name: 'conductor', filter: FILTER, start: 'all', ackWaitMs: 30_000 });
    expect(await pullAndAck('conductor', 5)).toBe(6);
    expect(await stream.durables()).toMatchObject([{ pending: 0, unacknowledged: 0 }]);
  });

  it('has its floor at the last message acknowledged without a gap', async () => {
    await stream.publish(events(10, 5, 10), log);
    await stream.createDurable({ name: 'conductor', filter: FILTER, start: 'all', ackWaitMs: 1_000 });
    expect((await stream.floors()).get('conductor')).toBeNull();
    await pullAndAck('conductor', 3);
    await eventually(async () => (await stream.floors()).get('conductor')?.position === 30);
    expect(await stream.durables()).toMatchObject([{ floor: at(30), pending: 2, unacknowledged: 0 }]);
  });
});

describe('the size of the stream', () => {
  const MIB = 1024 ** 2;
  let small: Broker;
  afterEach(() => small.stop());

  async function ensureWithin(mib: number, maxBytes?: number): Promise<number | undefined> {
    small = await Broker.start({ maxStoreBytes: mib * MIB });
    const resized = new CrumbStream(await small.bus('breadcrumb-store'));
    await resized.ensure({ maxBytes });
    return (await resized.info())?.maxBytes;
  }

  it('is what is wanted, halved until nats-server has room for it on its disk', async () => {
    expect(await ensureWithin(100)).toBe(64 * MIB);
  });

  it('is exactly what is wanted where there is room for that', async () => {
    expect(await ensureWithin(100, 80 * MIB)).toBe(80 * MIB);
  });

  it('is refused with the reason and the remedy where there is no room for the least useful size', async () => {
    await expect(ensureWithin(3)).rejects.toMatchObject({
      code: 'disk_full',
      message: expect.stringMatching(/^nats-server has no room for a stream of 4 MiB.*free space there/) as string,
    });
  });
});
