import { TransientError } from '@crumbtrail/platform';

/** How long a request waits here before another process may take it. */
const MAX_WAIT_MS = 2_000;
const RETRY_IN_MS = 250;

interface Slots {
  running: number;
  readonly queue: (() => void)[];
}

/** Limits the concurrent runs of each tool in this process; further runs wait in order. */
export class ConcurrencyLimit {
  private readonly concurrency = new Map<string, Slots>();

  constructor(private readonly maxWaitMs = MAX_WAIT_MS) {}

  /**
   * Resolves with a function that releases the place; calling it again has no effect. Rejects with a TransientError
   * when the wait is too long.
   */
  async acquire(name: string, maxRunning: number): Promise<() => void> {
    const slots = this.concurrency.get(name) ?? { running: 0, queue: [] };
    this.concurrency.set(name, slots);
    if (slots.running >= maxRunning) await this.wait(slots, name);
    else slots.running += 1;
    let isReleased = false;
    return () => {
      if (!isReleased) this.release(name, slots);
      isReleased = true;
    };
  }

  /** Passes the place to the next waiter. */
  private release(name: string, slots: Slots): void {
    const next = slots.queue.shift();
    if (next) return next();
    slots.running -= 1;
    if (slots.running === 0) this.concurrency.delete(name);
  }

  private wait(slots: Slots, name: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const proceed = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        slots.queue.splice(slots.queue.indexOf(proceed), 1);
        reject(new TransientError(`The tool ${name} has reached its concurrency limit`, { retryInMs: RETRY_IN_MS }));
      }, this.maxWaitMs);
      slots.queue.push(proceed);
    });
  }
}
