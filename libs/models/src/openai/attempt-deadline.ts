/** Aborts an attempt that exceeds its time limit, receives nothing for too long, or is cancelled by the caller. */
export class AttemptDeadline {
  private readonly controller = new AbortController();
  private readonly whole: NodeJS.Timeout;
  private silence: NodeJS.Timeout;
  /** Why a time limit aborted the attempt; undefined while none has, and when the caller cancelled it. */
  lost: string | undefined;
  /** Whether any data has arrived. */
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

  /** Call on every piece of data: restarts the silence timer. */
  sign(): void {
    this.heard = true;
    this.silence.refresh();
  }

  /** The reply is complete: aborts the request if it is still running. */
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
      this.lose(`The model sent no data for ${limit}.`);
    }, this.limits.silence_timeout_ms);
  }

  private lose(why: string): void {
    this.lost ??= why;
    this.controller.abort();
  }
}
