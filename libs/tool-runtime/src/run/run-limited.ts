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

/**
 * Runs the work until it settles, its time limit passes, its turn ends, or it must stop; the work receives a signal for
 * all of these.
 */
export async function runLimited(work: (signal: AbortSignal) => Promise<unknown>, limits: RunLimits): Promise<RunEnd> {
  limits.stop.throwIfAborted();
  if (limits.ended.aborted) return { kind: 'ended' };
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('Its time is up.')), limits.timeoutMs);
  const signal = AbortSignal.any([late.signal, limits.ended, limits.stop]);
  try {
    return await Promise.race([runToEnd(work, signal), cutShort(signal, { ...limits, late: late.signal })]);
  } finally {
    clearTimeout(timer);
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

function cutShort(signal: AbortSignal, { stop, ended }: RunLimits & { readonly late: AbortSignal }): Promise<RunEnd> {
  return new Promise((resolve, reject) => {
    const received = (): void => {
      if (stop.aborted) reject(stop.reason as Error);
      else resolve({ kind: ended.aborted ? 'ended' : 'timeout' });
    };
    signal.addEventListener('abort', received, { once: true });
  });
}
