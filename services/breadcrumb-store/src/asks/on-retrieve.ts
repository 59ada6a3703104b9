import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { packCandidates, Retrieve, type PackedRetrieveReply, type RetrieveRequest } from '@crumbtrail/contracts';
import { Callers } from '../identity/callers';
import { viewerOf } from '../identity/visibility/viewer-of';
import { requireRetrieve } from './retrieval-shape';
import { retrieve, RETRIEVAL, type RetrievalDependencies } from '../search/retrieve/retrieve';

/** Finds candidates for a context. */
@Controller()
export class OnRetrieve {
  constructor(
    private readonly callers: Callers,
    @Inject(RETRIEVAL) private readonly parts: RetrievalDependencies,
  ) {}

  @Respond(Retrieve)
  async handle(request: RetrieveRequest, from: RequestContext): Promise<PackedRetrieveReply> {
    const caller = await this.callers.of(Retrieve, from);
    const asker = { workspace: caller.workspace, behalf: viewerOf(caller) };
    return packCandidates(await retrieve(this.parts, asker, requireRetrieve(request)));
  }
}
