import { Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import type { CrumbEvent, RequestTurnsRequest } from '@crumbtrail/contracts';
import { TurnRequests } from '../ports';

/** Sends turn requests to the store, which opens a turn if its lane is free and queues it otherwise. */
@Injectable()
export class TurnRequestsNats extends TurnRequests {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async send(event: CrumbEvent, decision: RequestTurnsRequest): Promise<void> {
    await this.store.in(event.workspace, { traceparent: event.traceparent }).requestTurns(decision);
  }
}
