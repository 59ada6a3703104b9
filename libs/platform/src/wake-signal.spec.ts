import { setImmediate } from 'node:timers/promises';
import { WakeSignal } from './wake-signal';

const LONG_MS = 60_000;

describe('WakeSignal.wait', () => {
  test('resolves at the next notification', async () => {
    const signal = new WakeSignal();
    const waiting = signal.wait(LONG_MS);
    signal.notify();
    await expect(waiting).resolves.toBeUndefined();
  });

  test('resolves at once where there was a notification since the last wait, and then waits again', async () => {
    const signal = new WakeSignal();
    signal.notify();
    await signal.wait(LONG_MS);
    let isWoken = false;
    const second = signal.wait(LONG_MS).then(() => void (isWoken = true));
    // Whatever was resolved by now has run its continuations.
    await setImmediate();
    expect(isWoken).toBe(false);
    signal.notify();
    await second;
  });

  test('resolves when the time is up or when the abort signal fires', async () => {
    const signal = new WakeSignal();
    await expect(signal.wait(1)).resolves.toBeUndefined();
    const abort = new AbortController();
    const waiting = signal.wait(LONG_MS, abort.signal);
    abort.abort();
    await expect(waiting).resolves.toBeUndefined();
    await expect(signal.wait(LONG_MS, abort.signal)).resolves.toBeUndefined();
  });
});
