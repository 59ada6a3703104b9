/** Ctrl-C: what it ends, and who takes it over for a while. */
export class Interrupts {
  private readonly aborter = new AbortController();
  private taker: (() => void) | undefined;

  /** Fires at a Ctrl-C that nobody takes over. */
  get signal(): AbortSignal {
    return this.aborter.signal;
  }

  /** The next Ctrl-C does this instead of ending the command; returns how to give it back. */
  intercept(taker: () => void): () => void {
    this.taker = taker;
    return () => {
      if (this.taker === taker) this.taker = undefined;
    };
  }

  /** Ctrl-C was pressed. */
  trigger(): void {
    const { taker } = this;
    this.taker = undefined;
    if (taker) taker();
    else this.aborter.abort(new Error('interrupted'));
  }
}
