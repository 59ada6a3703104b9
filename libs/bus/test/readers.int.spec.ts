import { Commit, List, Read, refuse, type ListReply, type ReadReply } from '@crumbtrail/contracts';
import type { Bus } from '../src/request-reply/bus';
import { Broker, eventually } from './broker';

const reply = (position: number): ReadReply & ListReply => ({ crumbs: [], position, now: '2026-01-01T00:00:00.000Z' });
const WRITER = 0;

let broker: Broker;
let gateway: Bus;
/** The number of requests that came to each reader, and what the reader does with them. */
let calls: Record<string, number>;
let act: (position: number) => Promise<ReadReply & ListReply>;

async function addReader(name: string, position: number): Promise<Bus> {
  const bus = await broker.bus('breadcrumb-store', { reader: name });
  const answer = (): Promise<ReadReply & ListReply> => {
    calls[name] = (calls[name] ?? 0) + 1;
    return act(position);
  };
  await bus.respond(Read, answer);
  await bus.respond(List, answer);
  await bus.respond(Commit, () => Promise.reject(new Error('a reader got a write')));
  return bus;
}

const read = async (): Promise<number> => (await gateway.request(Read, 'default', { refs: [] })).position;

/** Announces a reader; resolves when the gateway sends it requests. */
async function announce(reader: Bus, position: number): Promise<void> {
  await eventually(async () => {
    reader.announceReader();
    return (await read()) === position;
  });
}

beforeEach(async () => {
  calls = {};
  act = (position) => Promise.resolve(reply(position));
  broker = await Broker.start();
  gateway = await broker.bus('gateway');
  const writer = await broker.bus('breadcrumb-store');
  await writer.respond(Read, () => Promise.resolve(reply(WRITER)));
  await writer.respond(List, () => Promise.resolve(reply(WRITER)));
  await writer.respond(Commit, () => Promise.resolve({ results: [] }));
}, 20_000);
afterEach(() => broker.stop());

it('a reader is sent no request before it announces itself, and no write ever', async () => {
  const reader = await addReader('one', 1);
  expect(await read()).toBe(WRITER);
  await announce(reader, 1);
  await gateway.request(Commit, 'default', { writes: [] });
  expect(await read()).toBe(1);
});

it('what a reader refuses is decided by the writer, and the reader is asked again next time', async () => {
  const reader = await addReader('one', 1);
  await announce(reader, 1);
  act = () => Promise.reject(refuse('not_found', 'There is no such thing here yet.'));
  expect(await read()).toBe(WRITER);
  act = async (position) => reply(position);
  expect(await read()).toBe(1);
});

it('a reader that does not reply costs one time-out: the writer answers, and later requests go to it at once', async () => {
  const reader = await addReader('one', 1);
  await announce(reader, 1);
  let end = (): void => undefined;
  act = (position) => new Promise((resolve) => (end = () => resolve(reply(position))));
  const before = calls['one'] ?? 0;
  expect((await gateway.request(Read, 'default', { refs: [] }, { timeoutMs: 1_000 })).position).toBe(WRITER);
  expect(await read()).toBe(WRITER);
  expect((calls['one'] ?? 0) - before).toBe(1);
  end();
});

it('a reader that has ended is left out at once, and a large request to it arrives in parts', async () => {
  const reader = await addReader('one', 1);
  await announce(reader, 1);
  const refs = Array.from({ length: 60_000 }, () => ({ id: 'x'.repeat(20) }));
  expect((await gateway.request(Read, 'default', { refs })).position).toBe(1);
  await reader.drain();
  expect(await read()).toBe(WRITER);
});

it('requests of one session go to one of the readers', async () => {
  const readers = [await addReader('one', 1), await addReader('two', 2)];
  for (const [at, reader] of readers.entries()) await announce(reader, at + 1);
  const list = async (session: string) => (await gateway.request(List, 'default', { session })).position;
  const positions = await Promise.all(Array.from({ length: 30 }, (_, n) => list(`session ${n % 10}`)));
  expect(positions.slice(10)).toEqual([...positions.slice(0, 10), ...positions.slice(0, 10)]);
  expect(new Set(positions)).toEqual(new Set([1, 2]));
});
