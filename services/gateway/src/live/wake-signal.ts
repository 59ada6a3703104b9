/** Wakes one waiter. A signal that arrives while nothing waits is remembered, so that none is missed. */
export class WakeSignal {
  private rung = false;
  private wake: (() => void) | undefined;

  notify(): void {
    this.rung = true;
    this.wake?.();
  }

  /** Resolves at the next wake-up, after `ms` milliseconds, or when the abort signal fires, whichever comes first. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.rung && !signal.aborted) await this.sleep(ms, signal);
    this.rung = false;
  }

  private sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
      this.wake = done;
    });
  }
}
