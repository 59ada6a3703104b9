import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Embeddings, type EmbeddingsReply } from '@crumbtrail/contracts';
import type { z } from 'zod';
import { Asks } from '../adapters/asks.nats';
import { type Caller, CallerOf } from '../caller';
import { Describe } from '../openapi/describe';
import { shaped } from '../shaped';
import { EmbeddingsBody } from '../shapes';

@ApiTags('for operators')
@Controller('v1/embeddings')
export class EmbeddingsDoor {
  constructor(private readonly asks: Asks) {}

  @Get()
  @Describe({ summary: 'Which embedder serves, and how far the chosen one is', replies: { 200: 'EmbeddingsStanding' } })
  async standing(@CallerOf() caller: Caller): Promise<EmbeddingsReply> {
    return this.asks.ask(Embeddings, caller, {});
  }

  @Put()
  @Describe({
    summary: 'Choose another embedder; the one before serves until it has caught up',
    body: 'EmbeddingsBody',
    replies: { 200: 'EmbeddingsStanding' },
  })
  async use(
    @Body(shaped(EmbeddingsBody)) { use }: z.infer<typeof EmbeddingsBody>,
    @CallerOf() caller: Caller,
  ): Promise<EmbeddingsReply> {
    return this.asks.ask(Embeddings, caller, { use });
  }
}
