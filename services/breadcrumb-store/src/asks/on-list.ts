import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { List, type ListReply, type ListRequest } from '@crumbtrail/contracts';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { listCrumbs } from '../reading/list-crumbs';
import { shaped, shapes } from './request-shape';

/** Gives crumbs by what they are, a page at a time. */
@Controller()
export class OnList {
  constructor(
    private readonly callers: Callers,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Respond(List)
  async handle(request: ListRequest, from: RequestContext): Promise<ListReply> {
    const caller = await this.callers.of(List, from);
    return listCrumbs(this.database, shaped(shapes.list, request), caller);
  }
}
