import type { WakeSignal } from './wake-signal';

/** What waiting needs of the world. */
export interface PollOptions {
  /** Rings when there may be something to see. */
  readonly bell: WakeSignal;
  readonly gone: AbortSignal;
  readonly now: () => number;
}

const FIRST_LOOK_MS = 25;
const LONGEST_LOOK_MS = 1_000;

/**
 * Looks until there is something; null when the time is up or the caller left. It looks at every ring and, because what is
 * waited for may leave nothing that rings, by itself too, ever more rarely.
 */
export async function pollUntil<T>(
  look: () => Promise<T | null>,
  { bell, gone, now }: PollOptions,
  waitMs: number,
): Promise<T | null> {
  const until = now() + waitMs;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LONGEST_LOOK_MS)) {
    const seen = await look();
    if (seen !== null) return seen;
    const left = until - now();
    if (left <= 0 || gone.aborted) return null;
    await bell.wait(Math.min(pause, left), gone);
  }
}
