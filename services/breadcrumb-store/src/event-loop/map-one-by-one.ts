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
 * Maps items one after the other, and pauses after each long one for as long as it took, even if it failed; after short ones that took as long together, only until
 * what waits has run. Rendering one text by hints may take long, and so do many texts: the pauses let other requests of the process proceed.
 */
export async function mapOneByOne<One, Made>(
  all: readonly One[],
  work: (one: One) => Made,
  clock: RestClock = PROCESS_CLOCK,
): Promise<Made[]> {
  const made: Made[] = [];
  let worked = 0;
  for (const one of all) {
    const from = clock.now();
    try {
      made.push(work(one));
    } finally {
      const took = clock.now() - from;
      worked += took;
      if (worked > LONG_MS) {
        await clock.rest(took > LONG_MS ? took : 0);
        worked = 0;
      }
    }
  }
  return made;
}
