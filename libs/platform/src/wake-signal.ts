/** Wakes one waiter. A notification that arrives while nothing waits is kept for the next wait, so that none is missed. */
export class WakeSignal {
  private isNotified = false;
  private wake: (() => void) | undefined;

  notify(): void {
    this.isNotified = true;
    this.wake?.();
  }

  /** Resolves at the next notification, after `ms` milliseconds, or when the abort signal fires, whichever comes first. */
  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (!this.isNotified && !signal?.aborted) await this.sleep(ms, signal);
    this.isNotified = false;
  }

  private sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        this.wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
      this.wake = done;
    });
  }
}
