import { setTimeout as pause } from 'node:timers/promises';

const WINDOW_MS = 250;
const LOOK_EVERY_MS = 10;
/** With more positions in one window writers count as busy: an import, or many clients at once. */
const MANY = 64;
/** Default of the longest wait for writers. */
const MOST_MS = 1_500;
/** An index that is further behind no longer waits for writers. */
const FAR_BEHIND = 5_000;

/** The progress of an index that waits for writers. */
export interface IndexProgress {
  readonly position: () => number;
  /** Does a request wait for the index? */
  readonly isAwaited: () => boolean;
  /** Longest wait for writers in milliseconds. @default 1500 */
  readonly mostMs?: number;
}

/** Makes the index wait while writers are busy, since both share a database. The few writes of one turn never delay it. */
export class WriterPriority {
  private marks: readonly { readonly at: number; readonly head: number }[] = [];

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** Records that the log was written up to the position `head`. */
  recordWrite(head: number): void {
    this.marks = [...this.recent(), { at: this.clock(), head }];
  }

  /** Resolves when writers are no longer busy, a request waits for the index, it is far behind, or the longest wait is over. */
  async waitForWriters({ position, isAwaited, mostMs = MOST_MS }: IndexProgress): Promise<void> {
    const until = this.clock() + mostMs;
    while (this.mustYield({ position, isAwaited }) && this.clock() < until) await pause(LOOK_EVERY_MS);
  }

  /** Are writers busy, while no request waits for the index and it is not far behind? */
  mustYield({ position, isAwaited }: IndexProgress): boolean {
    return this.isBusy() && !isAwaited() && this.head() - position() < FAR_BEHIND;
  }

  private recent(): WriterPriority['marks'] {
    const from = this.clock() - WINDOW_MS;
    return this.marks.filter(({ at }) => at >= from);
  }

  private head(): number {
    return this.marks.at(-1)?.head ?? 0;
  }

  private isBusy(): boolean {
    const [first] = this.recent();
    return first !== undefined && this.head() - first.head > MANY;
  }
}
