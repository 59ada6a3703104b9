import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

/** Fires when this process starts to shut down, before the server closes, so that waiting requests and streams end. */
@Injectable()
export class ShutdownSignal implements BeforeApplicationShutdown {
  private readonly aborter = new AbortController();

  get signal(): AbortSignal {
    return this.aborter.signal;
  }

  /** Fires it now. Hooks run one after the other, so a hook that waits for what the signal ends must fire it first. */
  fire(): void {
    this.aborter.abort();
  }

  beforeApplicationShutdown(): void {
    this.fire();
  }
}
