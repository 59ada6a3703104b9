import { setTimeout as pause } from 'node:timers/promises';

/** Work that takes longer is followed by a pause of the same length. */
const LONG_MS = 20;

/** A clock that can pause. */
export interface RestClock {
  now(): number;
  rest(ms: number): Promise<unknown>;
}

/** The clock of the process. */
export const PROCESS_CLOCK: RestClock = { now: () => performance.now(), rest: (ms) => pause(ms) };

/**
 * Maps items one after the other, and pauses after each long one for as long as it took, even if it failed. Rendering one text by
 * hints may take long: the pauses let other requests of the process proceed.
 */
export async function mapOneByOne<One, Made>(
  all: readonly One[],
  work: (one: One) => Made,
  clock: RestClock = PROCESS_CLOCK,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const one of all) {
    const from = clock.now();
    try {
      made.push(work(one));
    } finally {
      const took = clock.now() - from;
      if (took > LONG_MS) await clock.rest(took);
    }
  }
  return made;
}
