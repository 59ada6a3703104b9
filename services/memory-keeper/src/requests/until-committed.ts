import { refuse } from '@crumbtrail/contracts';

/** Others change the same memory seldom, and never for long. */
const MOST_ATTEMPTS = 8;

/** Does a change again while others change the same memory. */
export async function untilCommitted<Result>(change: () => Promise<Result | null>): Promise<Result> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const done = await change();
    if (done !== null) return done;
  }
  throw refuse('unavailable', 'The memory is being changed; try again.');
}
