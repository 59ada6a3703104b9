import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Embeddings, type EmbeddingsReply } from '@crumbtrail/contracts';
import type { z } from 'zod';
import { ServiceRequests } from '../ports';
import { type Caller, FromCaller } from '../http/caller';
import { Describe } from '../openapi/describe';
import { shapePipe } from '../http/parse-shape';
import { EmbeddingsBody } from '../http/shapes';

@ApiTags('for operators')
@Controller('v1/embeddings')
export class EmbeddingsController {
  constructor(private readonly asks: ServiceRequests) {}

  @Get()
  @Describe({ summary: 'Which embedder serves, and how far the chosen one is', replies: { 200: 'EmbeddingsStanding' } })
  async standing(@FromCaller() caller: Caller): Promise<EmbeddingsReply> {
    return this.asks.request(Embeddings, caller, {});
  }

  @Put()
  @Describe({
    summary: 'Choose another embedder; the one before serves until it has caught up',
    body: 'EmbeddingsBody',
    replies: { 200: 'EmbeddingsStanding' },
  })
  async use(
    @Body(shapePipe(EmbeddingsBody)) { use }: z.infer<typeof EmbeddingsBody>,
    @FromCaller() caller: Caller,
  ): Promise<EmbeddingsReply> {
    return this.asks.request(Embeddings, caller, { use });
  }
}
