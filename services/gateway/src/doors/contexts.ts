import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AgentContext,
  type AgentContextV1,
  type Envelope,
  Preview,
  type PreviewReply,
  type PreviewRequest,
  refuse,
} from '@crumbtrail/contracts';
import type { z } from 'zod';
import { Asks } from '../adapters/asks.nats';
import { type Caller, CallerOf } from '../caller';
import { Describe } from '../openapi/describe';
import { Reading } from '../reading';
import { anId, shaped } from '../shaped';
import { PreviewBody } from '../shapes';
import { explain, explainedRefs, type Explanation } from '../views/explain';

@ApiTags('contexts')
@Controller('v1/contexts')
export class ContextsDoor {
  constructor(
    private readonly asks: Asks,
    private readonly reading: Reading,
  ) {}

  @Post('preview')
  @HttpCode(200)
  @Describe({
    summary: 'Build a context without leaving anything',
    body: 'PreviewBody',
    replies: { 200: 'PreviewReply' },
  })
  async preview(
    @Body(shaped(PreviewBody)) body: z.infer<typeof PreviewBody>,
    @CallerOf() caller: Caller,
  ): Promise<PreviewReply> {
    return this.asks.ask(Preview, caller, body as PreviewRequest);
  }

  @Get(':id/explain')
  @Describe({ summary: 'Why each item is in a context, and why the others are not', replies: { 200: 'Explanation' } })
  async explain(@Param('id', anId) id: string, @CallerOf() caller: Caller): Promise<Explanation> {
    const { crumb, text } = await this.reading.withBlob(caller, id);
    if (crumb.schema_name !== AgentContext.name)
      throw refuse('not_found', `${id} is no context; it is ${crumb.schema_name}.`);
    const context = crumb as Envelope as Envelope<AgentContextV1>;
    const readable = await this.reading.those(caller, explainedRefs(context.context));
    return explain(context, { text, readable });
  }
}
