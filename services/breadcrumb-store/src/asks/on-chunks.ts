import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Chunks, type ChunksReply, type ChunksRequest } from '@crumbtrail/contracts';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { readChunks } from '../search/retrieve/read-chunks';
import { viewerOf } from '../identity/visibility/viewer-of';
import { requireChunks } from './retrieval-shape';

/** Gives pieces of text that a context was made of. */
@Controller()
export class OnChunks {
  constructor(
    private readonly callers: Callers,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Respond(Chunks)
  async handle(request: ChunksRequest, from: RequestContext): Promise<ChunksReply> {
    const caller = await this.callers.of(Chunks, from);
    const asker = { workspace: caller.workspace, behalf: viewerOf(caller) };
    return readChunks(this.database, asker, requireChunks(request));
  }
}
