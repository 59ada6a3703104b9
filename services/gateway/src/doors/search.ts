import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Search, type SearchReply, type SearchRequest } from '@crumbtrail/contracts';
import type { z } from 'zod';
import { Asks } from '../adapters/asks.nats';
import { type Caller, CallerOf } from '../caller';
import { Describe } from '../openapi/describe';
import { shaped } from '../shaped';
import { SearchBody } from '../shapes';

@ApiTags('breadcrumbs')
@Controller('v1/search')
export class SearchDoor {
  constructor(private readonly asks: Asks) {}

  @Post()
  @HttpCode(200)
  @Describe({
    summary: 'Search by words, by vector, or by both',
    body: 'SearchBody',
    replies: { 200: 'SearchResults' },
  })
  async search(
    @Body(shaped(SearchBody)) body: z.infer<typeof SearchBody>,
    @CallerOf() caller: Caller,
  ): Promise<SearchReply> {
    return this.asks.ask(Search, caller, body as SearchRequest);
  }
}
