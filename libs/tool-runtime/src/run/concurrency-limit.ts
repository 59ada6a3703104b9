import { TransientError } from '@crumbtrail/platform';

/** How long a request waits here for its turn before another process may have it. */
const PATIENCE_MS = 2_000;
const RETRY_IN_MS = 250;

interface Gate {
  inside: number;
  readonly queue: (() => void)[];
}

/** Lets so many runs of each tool happen at once in this process; the others wait in line. */
export class ConcurrencyLimit {
  private readonly concurrency = new Map<string, Gate>();

  constructor(private readonly patienceMs = PATIENCE_MS) {}

  /** Resolves with the way out, which may be called again without harm. Rejects with a TransientError when the wait is too long. */
  async enter(name: string, most: number): Promise<() => void> {
    const gate = this.concurrency.get(name) ?? { inside: 0, queue: [] };
    this.concurrency.set(name, gate);
    if (gate.inside >= most) await this.wait(gate, name);
    else gate.inside += 1;
    let left = false;
    return () => {
      if (!left) this.leave(name, gate);
      left = true;
    };
  }

  /** Whoever leaves hands over their place. */
  private leave(name: string, gate: Gate): void {
    const next = gate.queue.shift();
    if (next) return next();
    gate.inside -= 1;
    if (gate.inside === 0) this.concurrency.delete(name);
  }

  private wait(gate: Gate, name: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const called = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        gate.queue.splice(gate.queue.indexOf(called), 1);
        reject(new TransientError(`All places of the tool ${name} are taken`, { retryInMs: RETRY_IN_MS }));
      }, this.patienceMs);
      gate.queue.push(called);
    });
  }
}
