import type { WakeSignal } from '@crumbtrail/platform';

/** Options of {@link pollUntil}. */
export interface PollOptions {
  /** Signals that there may be a result. */
  readonly wakeSignal: WakeSignal;
  readonly gone: AbortSignal;
  readonly now: () => number;
}

const FIRST_LOOK_MS = 25;
const LONGEST_LOOK_MS = 1_000;

/**
 * Polls until there is a result; null when the time is up or the caller has disconnected. Polls at each signal, and also at
 * growing intervals because the awaited change may publish no event.
 */
export async function pollUntil<T>(
  look: () => Promise<T | null>,
  { wakeSignal, gone, now }: PollOptions,
  waitMs: number,
): Promise<T | null> {
  const until = now() + waitMs;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LONGEST_LOOK_MS)) {
    const seen = await look();
    if (seen !== null) return seen;
    const left = until - now();
    if (left <= 0 || gone.aborted) return null;
    await wakeSignal.wait(Math.min(pause, left), gone);
  }
}
