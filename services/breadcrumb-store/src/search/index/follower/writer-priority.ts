import { setTimeout as pause } from 'node:timers/promises';

const WINDOW_MS = 250;
const LOOK_EVERY_MS = 10;
/** Positions within a window from which on writers are in a hurry: an import, or many clients at once. */
const MANY = 64;
/** Longest wait for writers, where the index does not say otherwise. */
const MOST_MS = 1_500;
/** An index that is farther behind than this no longer waits for anybody. */
const FAR_BEHIND = 5_000;

/** What an index that wants to go on says of itself. */
export interface IndexProgress {
  readonly position: () => number;
  /** Somebody waits for it. */
  readonly isAwaited: () => boolean;
  /** Longest wait for writers. */
  readonly mostMs?: number;
}

/** Lets writers go first while there are many of them: the index shares their database. A plain turn never waits. */
export class WriterPriority {
  private marks: readonly { readonly at: number; readonly head: number }[] = [];

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** The log was written up to here. */
  recordWrite(head: number): void {
    this.marks = [...this.recent(), { at: this.clock(), head }];
  }

  /** Resolves when writers are no longer in a hurry, somebody waits for the index, it is far behind, or enough was waited. */
  async waitForWriters({ position, isAwaited, mostMs = MOST_MS }: IndexProgress): Promise<void> {
    const until = this.clock() + mostMs;
    while (this.mustYield({ position, isAwaited }) && this.clock() < until) await pause(LOOK_EVERY_MS);
  }

  /** Are writers in a hurry, and nobody waits for the index, and it is not far behind? */
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
