/** Handles Ctrl-C: ends the command, unless a handler has intercepted it. */
export class Interrupts {
  private readonly aborter = new AbortController();
  private handler: (() => void) | undefined;

  /** Aborts at a Ctrl-C that no handler intercepts. */
  get signal(): AbortSignal {
    return this.aborter.signal;
  }

  /** Makes the next Ctrl-C call this handler instead of ending the command; returns a function that cancels this. */
  intercept(handler: () => void): () => void {
    this.handler = handler;
    return () => {
      if (this.handler === handler) this.handler = undefined;
    };
  }

  /** Call when Ctrl-C is pressed. */
  trigger(): void {
    const { handler } = this;
    this.handler = undefined;
    if (handler) handler();
    else this.aborter.abort(new Error('interrupted'));
  }
}
