import { Controller, Inject } from '@nestjs/common';
import { Answers, type AskContext } from '@crumbtrail/bus';
import { Retrieve, type RetrieveReply, type RetrieveRequest } from '@crumbtrail/contracts';
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

  @Answers(Retrieve)
  async handle(request: RetrieveRequest, from: AskContext): Promise<RetrieveReply> {
    const caller = await this.callers.of(Retrieve, from);
    const asker = { workspace: caller.workspace, behalf: eyesOf(caller) };
    return retrieve(this.parts, asker, requireRetrieve(request));
  }
}
