/** Runs work once for all calls that arrive while it runs: they share the next run, so that each result is of a run that began after the call. */
export class SharedRuns<Result> {
  private running: Promise<unknown> | null = null;
  private next: Promise<Result> | null = null;

  constructor(private readonly work: () => Promise<Result>) {}

  /** The result of a run that has not begun yet. */
  run(): Promise<Result> {
    if (this.running === null) return this.start();
    return (this.next ??= this.afterRunning(this.running));
  }

  private async afterRunning(running: Promise<unknown>): Promise<Result> {
    await running.catch(() => undefined);
    this.next = null;
    return this.start();
  }

  private start(): Promise<Result> {
    const run = this.work();
    const end = (): void => {
      if (this.running === run) this.running = null;
    };
    this.running = run;
    run.then(end, end);
    return run;
  }
}
