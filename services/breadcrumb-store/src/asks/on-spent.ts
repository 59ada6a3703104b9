import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Spent, type SpentReply } from '@crumbtrail/contracts';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { readSpent } from '../reading/read-spent';
import { shaped, shapes } from './request-shape';

/** Tells what a trail has cost, for guards. */
@Controller()
export class OnSpent {
  constructor(
    private readonly callers: Callers,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Respond(Spent)
  async handle(request: { trail: string; agent: string }, from: RequestContext): Promise<SpentReply> {
    const caller = await this.callers.of(Spent, from);
    return readSpent(this.database, shaped(shapes.spent, request), caller);
  }
}
