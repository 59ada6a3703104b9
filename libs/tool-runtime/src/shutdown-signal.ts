import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { TransientError } from '@crumbtrail/platform';

/** What is left of the 25 s that the bus waits for a handler, once the abort must still travel. */
const FINISH_WITHIN_MS = 24_000;

/** Aborts what still runs when this process has been told to go and its time is up; another replica takes it over. */
@Injectable()
export class ShutdownSignal implements OnModuleDestroy {
  private readonly controller = new AbortController();

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  onModuleDestroy(): void {
    setTimeout(() => {
      this.controller.abort(new TransientError('This process is shutting down; another takes its work over'));
    }, FINISH_WITHIN_MS).unref();
  }
}
