import { type CrumbError, refuse } from '@crumbtrail/contracts';
import { errorMessage } from '@crumbtrail/platform';
import { NatsError } from 'nats';

/** JetStream's error codes for a missing stream, consumer or message. */
export const NOT_FOUND = { stream: 10059, consumer: 10014, message: 10037 } as const;

/** JetStream's error codes for "insufficient resources" and "insufficient storage resources available". */
const OUT_OF_SPACE: ReadonlySet<number | undefined> = new Set([10023, 10047]);

/** The refusal for a failed JetStream call: `disk_full` where JetStream has no room on its disk, else `unavailable`. */
export function toRefusal(what: string, error: unknown): CrumbError {
  const why = errorMessage(error);
  const code = error instanceof NatsError ? error.api_error?.err_code : undefined;
  const isFull = OUT_OF_SPACE.has(code) || /no space left on device/i.test(why);
  return isFull
    ? refuse('disk_full', `${what}: ${why}. Free space on the disk of nats-server.`)
    : refuse('unavailable', `${what}: ${why}.`);
}

/**
 * The result of a JetStream call; null when JetStream says that the object does not exist; CrumbError `disk_full` or `unavailable` for
 * every other failure.
 */
export async function orNull<T>(code: number, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.err_code === code) return null;
    throw toRefusal('JetStream did not do what the store needs', error);
  }
}

/** The result of a JetStream call; CrumbError `disk_full` or `unavailable` for every failure. */
export async function orRefuse<T>(answer: Promise<T>): Promise<T> {
  return (await orNull(-1, answer)) as T;
}
