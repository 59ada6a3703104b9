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
    const second = signal.wait(LONG_MS).then(() => 'woken');
    expect(await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 20, 'waiting'))])).toBe('waiting');
    signal.notify();
    expect(await second).toBe('woken');
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
