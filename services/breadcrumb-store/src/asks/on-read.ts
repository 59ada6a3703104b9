import { Controller, Inject } from '@nestjs/common';
import { Answers, type AskContext } from '@crumbtrail/bus';
import { Read, type ReadReply, type ReadRequest } from '@crumbtrail/contracts';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { read } from '../reading/read';
import { shaped, shapes } from './request-shape';

/** Gives crumbs by reference. */
@Controller()
export class OnRead {
  constructor(
    private readonly callers: Callers,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Answers(Read)
  async handle(request: ReadRequest, from: AskContext): Promise<ReadReply> {
    const caller = await this.callers.of(Read, from);
    return read(this.database, shaped(shapes.read, request), caller);
  }
}
