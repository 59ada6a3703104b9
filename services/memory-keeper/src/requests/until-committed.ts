import { refuse } from '@crumbtrail/contracts';

/** Attempts at one change. */
const MOST_ATTEMPTS = 8;

/** Repeats a change whose commit lost against another one (null). Throws `unavailable` after 8 attempts. */
export async function untilCommitted<Result>(change: () => Promise<Result | null>): Promise<Result> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const done = await change();
    if (done !== null) return done;
  }
  throw refuse('unavailable', 'The memory was not changed: others kept changing it. Try again.');
}
