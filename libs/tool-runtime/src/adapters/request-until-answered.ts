import { setTimeout as wait } from 'node:timers/promises';
import type { Bus } from '@crumbtrail/bus';
import { CrumbError, type Operation } from '@crumbtrail/contracts';
import type { AskingLimits } from '../ports';

/** Milliseconds for one attempt: longer than a service takes for an answer of a model, so only a process that has gone is given up. */
const REPLY_WITHIN_MS = 55_000;
const RETRY_AFTER_MS = 1_000;

/** What is requested, of which service, in which workspace. */
interface RequestTarget<Request, Reply> {
  readonly bus: Bus;
  readonly operation: Operation<Request, Reply>;
  readonly workspace: string;
}

/** Sends a request, and again to another process if the first one goes away, until the deadline. */
export async function requestUntilAnswered<Request, Reply>(
  { bus, operation, workspace }: RequestTarget<Request, Reply>,
  request: Request,
  { deadline, signal, traceparent }: AskingLimits,
): Promise<Reply> {
  for (;;) {
    try {
      return await bus.request(operation, workspace, request, {
        timeoutMs: REPLY_WITHIN_MS,
        ...(traceparent !== undefined && { traceparent }),
      });
    } catch (error) {
      const mayRetry = error instanceof CrumbError && error.code === 'unavailable' && Date.now() < deadline;
      if (!mayRetry) throw error;
      await wait(RETRY_AFTER_MS, undefined, { signal });
    }
  }
}
