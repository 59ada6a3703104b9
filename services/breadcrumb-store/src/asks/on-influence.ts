import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Influence, type InfluenceReply } from '@crumbtrail/contracts';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { listInfluencedContexts } from '../reading/list-influenced-contexts';
import { shaped, shapes } from './request-shape';

/** Says which contexts hold a crumb, and what was answered on them. */
@Controller()
export class OnInfluence {
  constructor(
    private readonly callers: Callers,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Respond(Influence)
  async handle(request: { id: string; limit?: number }, from: RequestContext): Promise<InfluenceReply> {
    const caller = await this.callers.of(Influence, from);
    return listInfluencedContexts(this.database, shaped(shapes.influence, request), caller);
  }
}
