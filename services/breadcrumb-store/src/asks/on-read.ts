import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Read, type ReadReply, type ReadRequest } from '@crumbtrail/contracts';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { readCrumbs } from '../reading/read-crumbs';
import { shaped, shapes } from './request-shape';

/** Gives crumbs by reference. */
@Controller()
export class OnRead {
  constructor(
    private readonly callers: Callers,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Respond(Read)
  async handle(request: ReadRequest, from: RequestContext): Promise<ReadReply> {
    const caller = await this.callers.of(Read, from);
    return readCrumbs(this.database, shaped(shapes.read, request), caller);
  }
}
