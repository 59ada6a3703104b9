import { CrumbError } from '@crumbtrail/contracts';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a request of a workspace that is being moved is sent again, in milliseconds; then its refusal is passed on. */
const MOVING_WITHIN_MS = 20_000;

const RETRY_EVERY_MS = 100;

/** Sends again while the refusal is `moving`, which means that nothing was done. Any other error is passed on at once. */
export async function retryWhileMoving<T>(send: () => Promise<T>, withinMs = MOVING_WITHIN_MS): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof CrumbError) || error.code !== 'moving' || performance.now() >= until) throw error;
      await pause(RETRY_EVERY_MS);
    }
  }
}
