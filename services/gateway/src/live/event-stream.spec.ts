import { PassThrough } from 'node:stream';
import type { ServerResponse } from 'node:http';
import { EventStream } from './event-stream';

const limits = { heartbeatMs: 10, slowMs: 20, maxWaitingBytes: 4096 };

/** A response whose reader reads nothing until told to. */
function response(): PassThrough & ServerResponse {
  const made = new PassThrough({ highWaterMark: 1024 }) as unknown as PassThrough & ServerResponse;
  made.writeHead = (() => made) as never;
  return made;
}
const isGone = (stream: EventStream): Promise<void> =>
  new Promise((resolve) => (stream.gone.aborted ? resolve() : stream.gone.addEventListener('abort', () => resolve())));

describe('event stream', () => {
  test('waits for a reader that reads nothing, then disconnects it', async () => {
    const to = response();
    const stream = new EventStream(to, limits);
    stream.open();
    await stream.send({ data: 'x'.repeat(2000) });
    expect([stream.gone.aborted, to.destroyed]).toEqual([true, true]);
  });

  test('does not disconnect a reader that catches up in time', async () => {
    const to = response();
    const stream = new EventStream(to, { ...limits, slowMs: 5_000 });
    stream.open();
    const sent = stream.send({ data: 'x'.repeat(2000) });
    to.resume();
    await sent;
    expect(stream.gone.aborted).toBe(false);
    stream.close();
  });

  test('bounds the buffer of frames sent without waiting by disconnecting the reader', () => {
    const to = response();
    const stream = new EventStream(to, limits);
    stream.open();
    for (let i = 0; i < 10; i += 1) stream.offer({ data: 'x'.repeat(1000) });
    expect(to.destroyed).toBe(true);
    expect(to.writableLength).toBeLessThan(2 * limits.maxWaitingBytes);
  });

  test('leaves no timer and no waiting send behind when the reader disconnects', async () => {
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

  test('leaves nothing behind when the reader disconnects before the stream opens', () => {
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

  test('sends heartbeats while it is idle', async () => {
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
