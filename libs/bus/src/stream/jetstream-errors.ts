import { refuse } from '@crumbtrail/contracts';
import { errorMessage } from '@crumbtrail/platform';
import { NatsError } from 'nats';

/** JetStream's error codes for a missing stream, consumer or message. */
export const NOT_FOUND = { stream: 10059, consumer: 10014, message: 10037 } as const;

/**
 * The result of a JetStream call; null when JetStream says that the object does not exist; CrumbError `unavailable` for every other
 * failure.
 */
export async function orNull<T>(code: number, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.err_code === code) return null;
    throw refuse('unavailable', `JetStream did not do what the store needs: ${errorMessage(error)}.`);
  }
}

/** The result of a JetStream call; CrumbError `unavailable` for every failure. */
export async function orRefuse<T>(answer: Promise<T>): Promise<T> {
  return (await orNull(-1, answer)) as T;
}
