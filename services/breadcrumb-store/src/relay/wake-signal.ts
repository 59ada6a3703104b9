/** Wakes one sleeper early. A ring while nobody sleeps is remembered, so that none is lost. */
export class WakeSignal {
  private rung = false;
  private wake: (() => void) | undefined;

  notify(): void {
    this.rung = true;
    this.wake?.();
  }

  /** Resolves at the next ring, or after `ms`; at once when it rang since the last time. */
  async wait(ms: number): Promise<void> {
    if (!this.rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.wake = undefined;
    this.rung = false;
  }
}
