import { setTimeout as pause } from 'node:timers/promises';

/** Work that takes longer is followed by a rest as long. */
const LONG_MS = 20;

/** How time goes by. */
export interface RestClock {
  now(): number;
  rest(ms: number): Promise<unknown>;
}

/** The clock of this process. */
export const PROCESS_CLOCK: RestClock = { now: () => performance.now(), rest: (ms) => pause(ms) };

/**
 * Does the same to each, one after the other. Hints may take half a second on one text, and a step holds many: whoever else
 * waits for this process goes first, for as long as the last one took, however
 * that ended.
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
