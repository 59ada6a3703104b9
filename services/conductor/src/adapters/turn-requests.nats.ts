import { Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import type { CrumbEvent, RequestTurnsRequest } from '@crumbtrail/contracts';
import { TurnRequests } from '../ports';

/** Asks the store, which opens what is due at once and keeps the rest in its lanes. */
@Injectable()
export class TurnRequestsNats extends TurnRequests {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async send(event: CrumbEvent, decision: RequestTurnsRequest): Promise<void> {
    await this.store.in(event.workspace, { traceparent: event.traceparent }).requestTurns(decision);
  }
}
