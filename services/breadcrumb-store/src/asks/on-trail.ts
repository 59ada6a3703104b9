import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Trail, type TrailReply, type TrailRequest } from '@crumbtrail/contracts';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { readTrail } from '../reading/read-trail';
import { shaped, shapes } from './request-shape';

/** Gives the causal tree that a crumb stands in. */
@Controller()
export class OnTrail {
  constructor(
    private readonly callers: Callers,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Respond(Trail)
  async handle(request: TrailRequest, from: RequestContext): Promise<TrailReply> {
    const caller = await this.callers.of(Trail, from);
    return readTrail(this.database, shaped(shapes.trail, request), caller);
  }
}
