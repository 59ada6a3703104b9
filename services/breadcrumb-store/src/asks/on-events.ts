import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Events, type EventsReply, type EventsRequest } from '@crumbtrail/contracts';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { readEvents } from '../reading/read-events';
import { shaped, shapes } from './request-shape';

/** Gives what happened since a cursor. */
@Controller()
export class OnEvents {
  constructor(
    private readonly callers: Callers,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Respond(Events)
  async handle(request: EventsRequest, from: RequestContext): Promise<EventsReply> {
    const caller = await this.callers.of(Events, from);
    return readEvents(this.database, shaped(shapes.events, request), caller);
  }
}
