import type { ModelListener } from '@crumbtrail/prompting';

/** Hands on what a listener is told, and knows when the first text came. */
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

  /** Milliseconds since it began. */
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
