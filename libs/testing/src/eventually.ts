import { setTimeout as pause } from 'node:timers/promises';

/** The longest pause between two attempts: a question to a stack costs it some milliseconds of work, which a busy machine lacks. */
const LONGEST_PAUSE_MS = 200;

/**
 * Calls `fn` again until it neither throws nor returns false, null or undefined, and returns its value. Rejects with the last
 * error after `withinMs` (default 30 s: a busy machine is slow). Pauses between two attempts grow from `everyMs` (default 10 ms)
 * to 200 ms. For what happens soon in another process: tests never sleep.
 */
export async function eventually<T>(
  fn: () => T | Promise<T>,
  { withinMs = 30_000, everyMs = 10 } = {},
): Promise<NonNullable<T>> {
  const until = performance.now() + withinMs;
  for (let pauseMs = everyMs; ; pauseMs = Math.max(everyMs, Math.min(pauseMs * 1.3, LONGEST_PAUSE_MS))) {
    let last: unknown;
    try {
      const value = await fn();
      if (value !== false && value !== null && value !== undefined) return value;
      last = new Error(`the value is still ${String(value)}`);
    } catch (error) {
      last = error;
    }
    if (performance.now() > until) throw new Error(`not within ${withinMs} ms: ${String(last)}`, { cause: last });
    await pause(pauseMs);
  }
}
