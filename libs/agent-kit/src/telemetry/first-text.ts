import type { ModelListener } from '@crumbtrail/prompting';

/** Forwards to another listener and records when the first text arrived. */
export class FirstText implements ModelListener {
  /** Milliseconds until the first text; undefined before. */
  ms: number | undefined;
  private readonly since: number;

  constructor(
    private readonly to: ModelListener,
    private readonly clock: () => number,
  ) {
    this.since = clock();
  }

  /** Milliseconds since the start. */
  get soFar(): number {
    return Math.max(0, Math.round(this.clock() - this.since));
  }

  attempt(attempt: number): void {
    this.to.attempt(attempt);
  }

  text(piece: string): void {
    this.ms ??= this.soFar;
    this.to.text(piece);
  }
}
