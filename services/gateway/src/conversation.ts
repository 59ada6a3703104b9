import type { Turns } from '@crumbtrail/contracts';
import type { Bell } from './live/bell';

/** How the turns stand that a message woke. */
export type Woken = NonNullable<(typeof Turns)['reply']>;

/** What waiting for answers needs of the world. */
export interface Waiting {
  readonly turns: () => Promise<Woken>;
  /** Rings when something happened in the session. */
  readonly bell: Bell;
  readonly gone: AbortSignal;
  readonly now: () => number;
}

const FIRST_LOOK_MS = 25;
const LONGEST_LOOK_MS = 1_000;

const isOver = ({ decided, turns }: Woken): boolean => decided && turns.every(({ state }) => state === 'closed');

/**
 * Waits until it is decided whom a message woke and all those turns are closed. Null when the time is up or the caller
 * left. That nobody was woken leaves no crumb that could ring, so it also looks by itself, ever more rarely.
 */
export async function untilAnswered(waiting: Waiting, waitMs: number): Promise<Woken | null> {
  const until = waiting.now() + waitMs;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LONGEST_LOOK_MS)) {
    const woken = await waiting.turns();
    if (isOver(woken)) return woken;
    const left = until - waiting.now();
    if (left <= 0 || waiting.gone.aborted) return null;
    await waiting.bell.wait(Math.min(pause, left), waiting.gone);
  }
}
