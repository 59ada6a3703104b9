import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

/** Fires when this process begins to close, before the server does: what waits or streams must end by itself. */
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
