import { Inject, Injectable, Optional } from '@nestjs/common';
import { Health, TransientError } from '@crumbtrail/platform';

/** One second less than the 25 s that the bus waits for a handler, so that the abort arrives in time. */
const FINISH_WITHIN_MS = 24_000;

/**
 * Aborts running work when this process is shutting down and its grace period is over; another replica takes it over. It follows
 * {@link Health.draining} and no hook of Nest: those run after the transport has given up waiting for the work.
 */
@Injectable()
export class GracefulAbort {
  private readonly controller = new AbortController();

  constructor(@Optional() @Inject(Health) health?: Pick<Health, 'draining'>) {
    health?.draining.addEventListener('abort', () => this.begin(), { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  private begin(): void {
    setTimeout(() => {
      this.controller.abort(new TransientError('This process is shutting down; another one continues its work'));
    }, FINISH_WITHIN_MS).unref();
  }
}
