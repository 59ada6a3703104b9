import { Controller, Inject, UseGuards } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import {
  Chunks,
  packCandidates,
  PrefetchPreview,
  Read,
  Retrieve,
  Search,
  type ChunksReply,
  type Identity,
  type PackedRetrieveReply,
  type PrefetchPreviewReply,
  type ReadReply,
  type RequestOf,
  type SearchReply,
} from '@crumbtrail/contracts';
import type { SqlReader } from '../database/database';
import type { AuthenticatedCaller } from '../identity/caller';
import { CallerGuard, CallerOf, IdentityOf } from '../identity/caller.guard';
import { Callers } from '../identity/callers';
import { LogHead } from '../database/log-head';
import { readCrumbs } from '../reading/read-crumbs';
import { readChunks } from '../search/retrieve/read-chunks';
import { prefetchPreview, retrieve, RETRIEVAL, type RetrievalDependencies } from '../search/retrieve/retrieve';
import { searchCrumbs } from '../search/retrieve/search-crumbs';
import { Uses } from '../uses/uses';
import { viewerOf } from '../identity/visibility/viewer-of';

/** Finds crumbs for people and candidates for contexts. */
@Controller()
@UseGuards(CallerGuard)
export class RetrievalController {
  constructor(
    private readonly callers: Callers,
    private readonly log: LogHead,
    private readonly uses: Uses,
    @Inject(RETRIEVAL) private readonly retrieval: RetrievalDependencies,
  ) {}

  @Respond(Search)
  async search(
    @Payload() request: RequestOf<typeof Search>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<SearchReply> {
    // A caller finds what it has just written.
    await this.retrieval.index.textThrough(this.log.position);
    const reply = await searchCrumbs(this.retrieval, caller, request);
    this.uses.note(
      caller.workspace,
      reply.results.map(({ breadcrumb }) => breadcrumb.id),
    );
    return reply;
  }

  @Respond(Retrieve)
  async retrieve(
    @Payload() request: RequestOf<typeof Retrieve>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<PackedRetrieveReply> {
    const asker = { workspace: caller.workspace, behalf: viewerOf(caller) };
    return packCandidates(await retrieve(this.retrieval, asker, request));
  }

  @Respond(PrefetchPreview)
  async prefetchPreview(
    @Payload() request: RequestOf<typeof PrefetchPreview>,
    @CallerOf() caller: AuthenticatedCaller,
    @IdentityOf() identity: Identity | null,
    @Ctx() from: RequestContext,
  ): Promise<PrefetchPreviewReply> {
    const service = await this.callers.authenticateService(Read, from);
    const asker = { workspace: caller.workspace, behalf: viewerOf(caller) };
    const reading = (sql: SqlReader): Promise<ReadReply> => readCrumbs(sql, request.read, service);
    const { read: moment, found } = await prefetchPreview(this.retrieval, asker, {
      request: request.retrieve,
      read: reading,
    });
    return { read: moment, identity, found: packCandidates(found) };
  }

  @Respond(Chunks)
  chunks(@Payload() request: RequestOf<typeof Chunks>, @CallerOf() caller: AuthenticatedCaller): Promise<ChunksReply> {
    const asker = { workspace: caller.workspace, behalf: viewerOf(caller) };
    return readChunks(this.retrieval.database.within(caller.workspace), asker, request);
  }
}
