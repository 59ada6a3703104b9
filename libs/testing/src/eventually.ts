import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again until `fn` neither throws nor answers false, null or undefined, and answers what it then says. Rejects with its
 * last word after `withinMs` (default 5 s). For what happens soon in another process: tests never sleep.
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
      last = new Error(`it is still ${String(value)}`);
    } catch (error) {
      last = error;
    }
    if (performance.now() > until) throw new Error(`not within ${withinMs} ms: ${String(last)}`, { cause: last });
    await pause(everyMs);
  }
}
