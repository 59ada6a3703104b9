import { refuse } from '@crumbtrail/contracts';
import { errorMessage } from '@crumbtrail/platform';
import { NatsError } from 'nats';

/** JetStream's own error codes for what is not there. */
export const NOT_FOUND = { stream: 10059, consumer: 10014, message: 10037 } as const;

/** What JetStream answers; null when it says that this is not there; CrumbError `unavailable` for every other failure. */
export async function orNull<T>(code: number, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.err_code === code) return null;
    throw refuse('unavailable', `JetStream did not do what the store needs: ${errorMessage(error)}.`);
  }
}

/** What JetStream answers; CrumbError `unavailable` for every failure. */
export async function orRefuse<T>(answer: Promise<T>): Promise<T> {
  return (await orNull(-1, answer)) as T;
}
