/** Ends an attempt that takes too long or says nothing for too long, or that the caller calls off. */
export class AttemptDeadline {
  private readonly controller = new AbortController();
  private readonly whole: NodeJS.Timeout;
  private silence: NodeJS.Timeout;
  /** Why we lost it; undefined as long as we have it, and when the caller called the attempt off. */
  lost: string | undefined;
  /** Anything came back. */
  heard = false;

  constructor(
    private readonly limits: { readonly attempt_timeout_ms: number; readonly silence_timeout_ms: number },
    private readonly caller: AbortSignal,
  ) {
    const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
    this.whole = setTimeout(() => {
      this.lose(`The model did not finish within ${seconds(limits.attempt_timeout_ms)}.`);
    }, limits.attempt_timeout_ms);
    this.silence = this.listen(seconds(limits.silence_timeout_ms));
    caller.addEventListener('abort', this.callOff);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** A sign of life. */
  sign(): void {
    this.heard = true;
    this.silence.refresh();
  }

  /** All that is needed has come: breaks the attempt off if it still runs. */
  enough(): void {
    this.controller.abort();
  }

  end(): void {
    clearTimeout(this.whole);
    clearTimeout(this.silence);
    this.caller.removeEventListener('abort', this.callOff);
  }

  private readonly callOff = (): void => this.controller.abort();

  private listen(limit: string): NodeJS.Timeout {
    return setTimeout(() => {
      this.lose(`The model said nothing for ${limit}.`);
    }, this.limits.silence_timeout_ms);
  }

  private lose(why: string): void {
    this.lost ??= why;
    this.controller.abort();
  }
}
