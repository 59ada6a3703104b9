/** How a run ended. Work that continues after a time limit or a cancellation is not awaited. */
export type RunEnd =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'ended' };

/** What may end a run early. */
export interface RunLimits {
  readonly timeoutMs: number;
  /** Aborted when the turn has ended. */
  readonly ended: AbortSignal;
  /** Aborted when the run may not continue here: the promise rejects with the signal's reason. */
  readonly stop: AbortSignal;
}

/** The time limit of a run. It stands still while the run waits for somebody. */
export interface RunTime {
  /** Resolves as the promise does; the time until then does not count. */
  standStill<T>(wait: Promise<T>): Promise<T>;
}

class TimeLimit implements RunTime {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private startedAt = 0;
  private waits = 0;
  private ended = false;

  constructor(private leftMs: number) {
    this.start();
  }

  /** Aborted when the time is up. */
  get late(): AbortSignal {
    return this.controller.signal;
  }

  async standStill<T>(wait: Promise<T>): Promise<T> {
    this.waits += 1;
    if (this.waits === 1) {
      clearTimeout(this.timer);
      this.leftMs -= performance.now() - this.startedAt;
    }
    try {
      return await wait;
    } finally {
      this.waits -= 1;
      if (this.waits === 0 && !this.ended) this.start();
    }
  }

  /** Ends the limit: it does not start again after a wait. */
  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
  }

  private start(): void {
    this.startedAt = performance.now();
    this.timer = setTimeout(() => this.controller.abort(new Error('Its time is up.')), Math.max(this.leftMs, 0));
  }
}

/** The work of a run. Its signal is aborted when it may not continue. */
type LimitedWork = (signal: AbortSignal, time: RunTime) => Promise<unknown>;

/**
 * Runs the work until it settles, its time limit passes, its turn ends, or it must stop; the work receives a signal for
 * all of these.
 */
export async function runLimited(work: LimitedWork, limits: RunLimits): Promise<RunEnd> {
  limits.stop.throwIfAborted();
  if (limits.ended.aborted) return { kind: 'ended' };
  const time = new TimeLimit(limits.timeoutMs);
  const signal = AbortSignal.any([time.late, limits.ended, limits.stop]);
  try {
    return await Promise.race([runToEnd((at) => work(at, time), signal), cutShort(signal, limits)]);
  } finally {
    time.end();
  }
}

async function runToEnd(work: (signal: AbortSignal) => Promise<unknown>, signal: AbortSignal): Promise<RunEnd> {
  try {
    return { kind: 'returned', value: await work(signal) };
  } catch (error) {
    // An error after an abort only reflects the abort, which is reported itself.
    if (signal.aborted) return new Promise(() => undefined);
    return { kind: 'threw', error };
  }
}

function cutShort(signal: AbortSignal, { stop, ended }: RunLimits): Promise<RunEnd> {
  return new Promise((resolve, reject) => {
    const received = (): void => {
      if (stop.aborted) reject(stop.reason as Error);
      else resolve({ kind: ended.aborted ? 'ended' : 'timeout' });
    };
    signal.addEventListener('abort', received, { once: true });
  });
}
