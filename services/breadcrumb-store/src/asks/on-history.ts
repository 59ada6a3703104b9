import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { History, type Envelope } from '@crumbtrail/contracts';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { readHistory } from '../reading/read-history';
import { shaped, shapes } from './request-shape';

/** Gives every version of a crumb. */
@Controller()
export class OnHistory {
  constructor(
    private readonly callers: Callers,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Respond(History)
  async handle(request: { id: string }, from: RequestContext): Promise<{ versions: readonly Envelope[] }> {
    const caller = await this.callers.of(History, from);
    return { versions: await readHistory(this.database, shaped(shapes.byId, request).id, caller) };
  }
}
