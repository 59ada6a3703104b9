import { setTimeout as wait } from 'node:timers/promises';
import type { Bus } from '@crumbtrail/bus';
import { CrumbError, type Operation } from '@crumbtrail/contracts';
import type { AskingLimits } from '../ports';

/** Longer than a service takes for an answer of a model, so that only a process that is gone is not waited for. */
const REPLY_WITHIN_MS = 55_000;
const RETRY_AFTER_MS = 1_000;

/** Where a request goes. */
interface RequestTarget<Request, Reply> {
  readonly bus: Bus;
  readonly operation: Operation<Request, Reply>;
  readonly workspace: string;
}

/** Sends a request, and sends it again to another process where one goes away, until the deadline. */
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
