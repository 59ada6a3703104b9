import type { Terminal } from './terminal';
import { WaitingLine } from './waiting';

/** Requests that take less time show nothing. */
const DELAY_MS = 2_000;

/**
 * Shows on a terminal that the gateway takes long, and for how many seconds, while a request is open. A command that shows its own progress claims
 * the display.
 */
export class RequestDisplay {
  private readonly line: WaitingLine;
  private readonly began = performance.now();
  private open = 0;
  private claims = 0;
  private timer: NodeJS.Timeout | undefined;

  /** `output`: undefined shows nothing. */
  constructor(private readonly output: Terminal['errors'] | undefined) {
    this.line = new WaitingLine(output);
    this.line.setLabel('waiting for the gateway');
  }

  /** Shows nothing until the function that this returns is called. */
  claim(): () => void {
    this.claims += 1;
    this.hide();
    let isClaimed = true;
    return () => {
      if (isClaimed) this.claims -= 1;
      isClaimed = false;
    };
  }

  /** Resolves as the request does, and shows meanwhile that it takes long. */
  async during<Result>(request: Promise<Result>): Promise<Result> {
    if (!this.output) return request;
    this.open += 1;
    this.timer ??= setTimeout(() => this.show(), DELAY_MS - Math.min(DELAY_MS, performance.now() - this.began));
    try {
      return await request;
    } finally {
      this.open -= 1;
      if (this.open === 0) this.hide();
    }
  }

  private show(): void {
    if (this.open > 0 && this.claims === 0) this.line.show();
  }

  private hide(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.line.hide();
  }
}
