/** How a run ended. What it did after a time limit or a cancellation is not waited for. */
export type RunEnd =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'ended' };

/** What may cut a run short. */
export interface RunLimits {
  readonly timeoutMs: number;
  /** Its turn is over. */
  readonly ended: AbortSignal;
  /** It may not go on here: the promise rejects with the signal's reason. */
  readonly stop: AbortSignal;
}

/** Runs the work until it settles, its time is up, its turn is over, or it must stop; the work hears of each by its signal. */
export async function runLimited(work: (signal: AbortSignal) => Promise<unknown>, limits: RunLimits): Promise<RunEnd> {
  limits.stop.throwIfAborted();
  if (limits.ended.aborted) return { kind: 'ended' };
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('Its time is up.')), limits.timeoutMs);
  const signal = AbortSignal.any([late.signal, limits.ended, limits.stop]);
  try {
    return await Promise.race([settled(work, signal), cutShort(signal, { ...limits, late: late.signal })]);
  } finally {
    clearTimeout(timer);
  }
}

async function settled(work: (signal: AbortSignal) => Promise<unknown>, signal: AbortSignal): Promise<RunEnd> {
  try {
    return { kind: 'returned', value: await work(signal) };
  } catch (error) {
    // What a tool throws because it was called off says nothing: how it was called off does.
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
