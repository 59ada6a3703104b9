import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Search, type SearchReply, type SearchRequest } from '@crumbtrail/contracts';
import { Callers } from '../identity/callers';
import { requireSearch } from './retrieval-shape';
import { RETRIEVAL, type RetrievalDependencies } from '../search/retrieve/retrieve';
import { searchCrumbs } from '../search/retrieve/search-crumbs';
import { Writer } from '../writer/writer';

/** Finds crumbs by words, by vector, or by both. */
@Controller()
export class OnSearch {
  constructor(
    private readonly callers: Callers,
    @Inject(RETRIEVAL) private readonly parts: RetrievalDependencies,
    private readonly writer: Writer,
  ) {}

  @Respond(Search)
  async handle(request: SearchRequest, from: RequestContext): Promise<SearchReply> {
    const caller = await this.callers.of(Search, from);
    const wanted = requireSearch(request);
    // Whoever has just written something finds it.
    await this.parts.index.textThrough(this.writer.position);
    return searchCrumbs(this.parts, caller, wanted);
  }
}
