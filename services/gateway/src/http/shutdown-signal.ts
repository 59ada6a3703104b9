import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

/** Fires when this process starts to shut down, before the server closes, so that waiting requests and streams end. */
@Injectable()
export class ShutdownSignal implements BeforeApplicationShutdown {
  private readonly aborter = new AbortController();

  get signal(): AbortSignal {
    return this.aborter.signal;
  }

  beforeApplicationShutdown(): void {
    this.aborter.abort();
  }
}
