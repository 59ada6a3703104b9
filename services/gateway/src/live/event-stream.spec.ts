import { PassThrough } from 'node:stream';
import type { ServerResponse } from 'node:http';
import { EventStream } from './event-stream';

const limits = { heartbeatMs: 10, slowMs: 20, maxWaitingBytes: 4096 };

/** A response whose reader takes nothing until told to. */
function response(): PassThrough & ServerResponse {
  const made = new PassThrough({ highWaterMark: 1024 }) as unknown as PassThrough & ServerResponse;
  made.writeHead = (() => made) as never;
  return made;
}
const isGone = (stream: EventStream): Promise<void> =>
  new Promise((resolve) => (stream.gone.aborted ? resolve() : stream.gone.addEventListener('abort', () => resolve())));

describe('an event stream', () => {
  test('a reader that takes nothing is waited for, then cut off', async () => {
    const to = response();
    const stream = new EventStream(to, limits);
    stream.open();
    await stream.send({ data: 'x'.repeat(2000) });
    expect([stream.gone.aborted, to.destroyed]).toEqual([true, true]);
  });

  test('a reader that catches up in time keeps its stream', async () => {
    const to = response();
    const stream = new EventStream(to, { ...limits, slowMs: 5_000 });
    stream.open();
    const sent = stream.send({ data: 'x'.repeat(2000) });
    to.resume();
    await sent;
    expect(stream.gone.aborted).toBe(false);
    stream.close();
  });

  test('what nobody waits for is bounded: the reader is cut off before memory fills', () => {
    const to = response();
    const stream = new EventStream(to, limits);
    stream.open();
    for (let i = 0; i < 10; i += 1) stream.offer({ data: 'x'.repeat(1000) });
    expect(to.destroyed).toBe(true);
    expect(to.writableLength).toBeLessThan(2 * limits.maxWaitingBytes);
  });

  test('a reader that goes away leaves nothing behind: no timer, and nobody who waits', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      const to = response();
      const stream = new EventStream(to, limits);
      stream.open();
      const sent = stream.send({ data: 'x'.repeat(2000) });
      expect(jest.getTimerCount()).toBe(2);
      to.destroy();
      await Promise.all([sent, isGone(stream)]);
      await stream.send({ data: 'for nobody' });
      expect([jest.getTimerCount(), to.listenerCount('drain')]).toEqual([0, 0]);
    } finally {
      jest.useRealTimers();
    }
  });

  test('a reader that has gone before it began leaves nothing behind either', () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      const to = response();
      to.destroy();
      const stream = new EventStream(to, limits);
      stream.open();
      stream.offer({ data: 'for nobody' });
      expect([stream.gone.aborted, jest.getTimerCount()]).toEqual([true, 0]);
    } finally {
      jest.useRealTimers();
    }
  });

  test('an idle stream says that it is still there', async () => {
    const to = response();
    const stream = new EventStream(to, limits);
    stream.open();
    let text = '';
    await new Promise<void>((resolve) => {
      to.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes(': still here\n\n')) resolve();
      });
    });
    stream.close();
    await isGone(stream);
  });
});
