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
import type { SqlReader } from '../database/database';
import { Callers } from '../identity/callers';
import { readCrumbs } from '../reading/read-crumbs';
import { viewerOf } from '../identity/visibility/viewer-of';
import { requireForesee } from './retrieval-shape';
import { prefetchPreview, RETRIEVAL, type RetrievalDependencies } from '../search/retrieve/retrieve';

/** Gives what a context is built from and, as of then, its probable candidates: two questions in one. */
@Controller()
export class OnForesee {
  constructor(
    private readonly callers: Callers,
    @Inject(RETRIEVAL) private readonly parts: RetrievalDependencies,
  ) {}

  @Respond(PrefetchPreview)
  async handle(request: PrefetchPreviewRequest, from: RequestContext): Promise<PrefetchPreviewReply> {
    const { read: wanted, retrieve: foreseen } = requireForesee(request);
    const { caller, identity } = await this.callers.withIdentity(PrefetchPreview, from);
    const service = await this.callers.of(Read, { ...from, key: undefined });
    const asker = { workspace: caller.workspace, behalf: viewerOf(caller) };
    const reading = (sql: SqlReader): Promise<ReadReply> => readCrumbs(sql, wanted, service);
    const { read: moment, found } = await prefetchPreview(this.parts, asker, { request: foreseen, read: reading });
    return { read: moment, identity, found: packCandidates(found) };
  }
}
