import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { TransientError } from '@crumbtrail/platform';

/** One second less than the 25 s that the bus waits for a handler, so that the abort arrives in time. */
const FINISH_WITHIN_MS = 24_000;

/**
 * Aborts running work when this process is shutting down and its grace period is over; another replica takes it over.
 */
@Injectable()
export class GracefulAbort implements OnModuleDestroy {
  private readonly controller = new AbortController();

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  onModuleDestroy(): void {
    setTimeout(() => {
      this.controller.abort(new TransientError('This process is shutting down; another one continues its work'));
    }, FINISH_WITHIN_MS).unref();
  }
}
