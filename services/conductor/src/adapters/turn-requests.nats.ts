import { Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import { MAX_REQUESTED_TURNS, type CrumbEvent, type RequestTurnsRequest } from '@crumbtrail/contracts';
import { TurnRequests } from '../ports';

/** The decision in requests that the store accepts: one, or portions in order. */
function inPortions(decision: RequestTurnsRequest): RequestTurnsRequest[] {
  const { turns, reason: _, ...rest } = decision;
  const { length: total } = turns;
  if (total <= MAX_REQUESTED_TURNS) return [decision];
  const requests: RequestTurnsRequest[] = [];
  for (let offset = 0; offset < total; offset += MAX_REQUESTED_TURNS) {
    const some = turns.slice(offset, offset + MAX_REQUESTED_TURNS);
    requests.push({ ...rest, turns: some, portion: { offset, total } });
  }
  return requests;
}

/** Sends turn requests to the store, which opens a turn if its lane is free and queues it otherwise. */
@Injectable()
export class TurnRequestsNats extends TurnRequests {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async send(event: CrumbEvent, decision: RequestTurnsRequest): Promise<void> {
    const store = this.store.in(event.workspace, { traceparent: event.traceparent });
    // In order: the last portion completes the decision.
    for (const portion of inPortions(decision)) await store.requestTurns(portion);
  }
}
