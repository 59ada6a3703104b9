import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import {
  PrefetchPreview,
  packCandidates,
  Read,
  type PrefetchPreviewReply,
  type PrefetchPreviewRequest,
  type ReadReply,
} from '@crumbtrail/contracts';
import type { Sql } from '../database/database';
import { Callers } from '../identity/callers';
import { read } from '../reading/read';
import { eyesOf } from '../retrieve/eyes';
import { requireForesee } from '../retrieve/request-shape';
import { foresee, RETRIEVE_PARTS, type RetrieveParts } from '../retrieve/retrieve';

/** Gives what a context is built from and, as of then, its probable candidates: two questions in one. */
@Controller()
export class OnForesee {
  constructor(
    private readonly callers: Callers,
    @Inject(RETRIEVE_PARTS) private readonly parts: RetrieveParts,
  ) {}

  @Respond(PrefetchPreview)
  async handle(request: PrefetchPreviewRequest, from: RequestContext): Promise<PrefetchPreviewReply> {
    const { read: wanted, retrieve: foreseen } = requireForesee(request);
    const { caller, identity } = await this.callers.withIdentity(PrefetchPreview, from);
    const service = await this.callers.of(Read, { ...from, key: undefined });
    const asker = { workspace: caller.workspace, behalf: eyesOf(caller) };
    const reading = (sql: Sql): Promise<ReadReply> => read(sql, wanted, service);
    const { read: moment, found } = await foresee(this.parts, asker, { foreseen, read: reading });
    return { read: moment, identity, found: packCandidates(found) };
  }
}
