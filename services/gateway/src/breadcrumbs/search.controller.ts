import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Search, type SearchReply, type SearchRequest } from '@crumbtrail/contracts';
import type { z } from 'zod';
import { ServiceRequests } from '../ports';
import { type Caller, FromCaller } from '../http/caller';
import { Describe } from '../openapi/describe';
import { shapePipe } from '../http/parse-shape';
import { SearchBody } from '../http/shapes';

@ApiTags('breadcrumbs')
@Controller('v1/search')
export class SearchController {
  constructor(private readonly asks: ServiceRequests) {}

  @Post()
  @HttpCode(200)
  @Describe({
    summary: 'Search by words, by vector, or by both',
    body: 'SearchBody',
    replies: { 200: 'SearchResults' },
  })
  async search(
    @Body(shapePipe(SearchBody)) body: z.infer<typeof SearchBody>,
    @FromCaller() caller: Caller,
  ): Promise<SearchReply> {
    return this.asks.request(Search, caller, body as SearchRequest);
  }
}
