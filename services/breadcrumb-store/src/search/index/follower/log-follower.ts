import type { IndexStep } from '../text/index-events';

/** What a {@link LogFollower} runs. */
export interface LogFollowerOptions {
  readonly name: string;
  step(): Promise<IndexStep>;
  readonly pollMs: number;
  /** How long after a nudge a step waits for further ones to join it, unless somebody waits for a position. @default 0 */
  readonly gatherMs?: number;
  /** Awaited before each step, to let writers go first. */
  before?(): Promise<void>;
  /** Called when a step failed; it is retried after `retryMs`. */
  onError(error: unknown, retryMs: number): void;
}

interface Waiter {
  readonly position: number;
  done(): void;
}

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 30_000;

/** Runs steps one after the other: at a nudge or while there is more to do, else at each poll, after a failure with backoff. */
export class LogFollower {
  private at = 0;
  private running: Promise<void> | null = null;
  private stopped = false;
  private nudged = false;
  private wake: (() => void) | null = null;
  private hurry: (() => void) | null = null;
  private waiters: readonly Waiter[] = [];

  constructor(private readonly following: LogFollowerOptions) {}

  /** Position through which the index is complete, as far as this process knows. */
  get position(): number {
    return this.at;
  }

  /** Does anything wait for a position? */
  get isAwaited(): boolean {
    return this.stopped || this.waiters.length > 0;
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Something was appended. */
  nudge(): void {
    this.nudged = true;
    this.wake?.();
  }

  /** Waits until the index has reached a position; false where it has not within the time. */
  async waitFor(position: number, withinMs: number): Promise<boolean> {
    if (this.at >= position) return true;
    this.nudge();
    await new Promise<void>((resolve) => {
      const waiter: Waiter = { position, done: () => finish() };
      const timer = setTimeout(() => finish(), withinMs);
      const finish = (): void => {
        clearTimeout(timer);
        this.waiters = this.waiters.filter((one) => one !== waiter);
        resolve();
      };
      this.waiters = [...this.waiters, waiter];
      this.hurry?.();
    });
    return this.at >= position;
  }

  /** Stops after the running step, and ends all waits. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wake?.();
    this.hurry?.();
    for (const waiter of this.waiters) waiter.done();
    await this.running;
  }

  private async run(): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (!this.stopped) {
      this.nudged = false;
      try {
        await this.following.before?.();
        const { position, more } = await this.following.step();
        this.moved(position);
        retryMs = FIRST_RETRY_MS;
        if (!more) {
          await this.pause(this.following.pollMs, true);
          await this.gather();
        }
      } catch (error) {
        this.following.onError(error, retryMs);
        await this.pause(retryMs, false);
        retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
      }
    }
  }

  /** Events that are written within a few milliseconds are indexed in one step. */
  private async gather(): Promise<void> {
    const { gatherMs = 0 } = this.following;
    if (gatherMs === 0 || this.isAwaited) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, gatherMs);
      this.hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.hurry = null;
  }

  private moved(position: number): void {
    this.at = Math.max(this.at, position);
    for (const waiter of this.waiters) if (waiter.position <= this.at) waiter.done();
  }

  /** A nudge ends the wait for work, but not the wait after a failure. */
  private async pause(ms: number, nudgeable: boolean): Promise<void> {
    if (this.stopped || (nudgeable && this.nudged)) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        if (!nudgeable && !this.stopped) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = null;
  }
}
