/** Ends one wait early. A notification while nobody waits is kept for the next wait. */
export class RelayWakeSignal {
  private isNotified = false;
  private wake: (() => void) | undefined;

  notify(): void {
    this.isNotified = true;
    this.wake?.();
  }

  /** Resolves at the next notification or after `ms` milliseconds; at once where there was a notification since the last wait. */
  async wait(ms: number): Promise<void> {
    if (!this.isNotified) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.wake = undefined;
    this.isNotified = false;
  }
}
