import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { packCandidates, Retrieve, type PackedRetrieveReply, type RetrieveRequest } from '@crumbtrail/contracts';
import { Callers } from '../identity/callers';
import { eyesOf } from '../retrieve/eyes';
import { requireRetrieve } from '../retrieve/request-shape';
import { retrieve, RETRIEVE_PARTS, type RetrieveParts } from '../retrieve/retrieve';

/** Finds candidates for a context. */
@Controller()
export class OnRetrieve {
  constructor(
    private readonly callers: Callers,
    @Inject(RETRIEVE_PARTS) private readonly parts: RetrieveParts,
  ) {}

  @Respond(Retrieve)
  async handle(request: RetrieveRequest, from: RequestContext): Promise<PackedRetrieveReply> {
    const caller = await this.callers.of(Retrieve, from);
    const asker = { workspace: caller.workspace, behalf: eyesOf(caller) };
    return packCandidates(await retrieve(this.parts, asker, requireRetrieve(request)));
  }
}
