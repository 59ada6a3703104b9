import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls `fn` again until it neither throws nor returns false, null or undefined, and returns its value. Rejects with the last
 * error after `withinMs` (default 5 s). For what happens soon in another process: tests never sleep.
 */
export async function eventually<T>(
  fn: () => T | Promise<T>,
  { withinMs = 5_000, everyMs = 10 } = {},
): Promise<NonNullable<T>> {
  const until = performance.now() + withinMs;
  for (;;) {
    let last: unknown;
    try {
      const value = await fn();
      if (value !== false && value !== null && value !== undefined) return value;
      last = new Error(`the value is still ${String(value)}`);
    } catch (error) {
      last = error;
    }
    if (performance.now() > until) throw new Error(`not within ${withinMs} ms: ${String(last)}`, { cause: last });
    await pause(everyMs);
  }
}
