import { Controller, Inject } from '@nestjs/common';
import { Answers, type AskContext } from '@crumbtrail/bus';
import { Search, type SearchReply, type SearchRequest } from '@crumbtrail/contracts';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { SearchIndex } from '../index/search-index';
import { requireSearch } from '../retrieve/request-shape';
import { search } from '../search/search';
import { Writer } from '../writer/writer';

/** Finds crumbs by words, by vector, or by both. */
@Controller()
export class OnSearch {
  constructor(
    private readonly callers: Callers,
    @Inject(DATABASE) private readonly database: Database,
    private readonly index: SearchIndex,
    private readonly writer: Writer,
  ) {}

  @Answers(Search)
  async handle(request: SearchRequest, from: AskContext): Promise<SearchReply> {
    const caller = await this.callers.of(Search, from);
    const wanted = requireSearch(request);
    // Whoever has just written something finds it.
    await this.index.textThrough(this.writer.position);
    return search({ database: this.database, index: this.index }, caller, wanted);
  }
}
