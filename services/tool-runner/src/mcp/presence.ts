import type { Dialled } from './dial-server';

/** Whether a server is connected, and a way to wait for it. */
export class Presence {
  private dialled: Dialled | null = null;
  private readonly waiting = new Set<(there: Dialled) => void>();

  get there(): Dialled | null {
    return this.dialled;
  }

  arrived(dialled: Dialled): void {
    this.dialled = dialled;
    for (const resolve of [...this.waiting]) resolve(dialled);
  }

  left(): void {
    this.dialled = null;
  }

  /** The server once it is connected again by another connection than `lost`; null when it does not return in time. */
  async backAfter(lost: Dialled, withinMs: number, signal: AbortSignal): Promise<Dialled | null> {
    if (this.dialled && this.dialled !== lost) return this.dialled;
    return new Promise((resolve) => {
      const done = (there: Dialled | null): void => {
        this.waiting.delete(done);
        clearTimeout(timer);
        signal.removeEventListener('abort', gaveUp);
        resolve(there);
      };
      const gaveUp = (): void => done(null);
      const timer = setTimeout(gaveUp, withinMs);
      signal.addEventListener('abort', gaveUp, { once: true });
      this.waiting.add(done);
    });
  }
}
