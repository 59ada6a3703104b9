/** Lets one piece of work through at a time, in the order of asking. */
export class Turnstile {
  private last: Promise<unknown> = Promise.resolve();

  pass<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work, work);
    this.last = done;
    return done;
  }
}
