import { Controller, Inject } from '@nestjs/common';
import { Answers, type AskContext } from '@crumbtrail/bus';
import { Retrieve, type RetrieveReply, type RetrieveRequest } from '@crumbtrail/contracts';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { SearchIndex } from '../index/search-index';
import { eyesOf } from '../retrieve/eyes';
import { requireRetrieve } from '../retrieve/request-shape';
import { retrieve } from '../retrieve/retrieve';

/** Finds candidates for a context. */
@Controller()
export class OnRetrieve {
  constructor(
    private readonly callers: Callers,
    @Inject(DATABASE) private readonly database: Database,
    private readonly index: SearchIndex,
  ) {}

  @Answers(Retrieve)
  async handle(request: RetrieveRequest, from: AskContext): Promise<RetrieveReply> {
    const caller = await this.callers.of(Retrieve, from);
    const asker = { workspace: caller.workspace, behalf: eyesOf(caller) };
    return retrieve({ database: this.database, index: this.index }, asker, requireRetrieve(request));
  }
}
