import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type {
  ContextDiff,
  PreviewReply,
  PreviewRequest,
  ReplanReply,
  ReplanRequest,
  ReplayReply,
  TurnView,
  WhatIfReply,
} from '@crumbtrail/contracts';
import type { Response } from 'express';
import type { z } from 'zod';
import { ContextQueries } from './context-queries';
import { type Caller, FromCaller } from '../http/caller';
import { IdempotencyKey } from '../http/entity-tag';
import { Describe } from '../openapi/describe';
import { type OpenedContext, ExternalTurns } from '../turns/external-turns';
import { IdPipe, shapePipe } from '../http/parse-shape';
import { ContextBody, DiffQuery, PreviewBody, ReplanBody, WhatIfBody } from '../http/shapes';
import type { Explanation } from './explain-context';

@ApiTags('contexts')
@Controller('v1/contexts')
export class ContextsController {
  constructor(
    private readonly accounts: ContextQueries,
    private readonly ownLoop: ExternalTurns,
  ) {}

  @Post('preview')
  @HttpCode(200)
  @Describe({
    summary: 'Build a context without leaving anything',
    body: 'PreviewBody',
    replies: { 200: 'PreviewReply' },
  })
  async preview(
    @Body(shapePipe(PreviewBody)) body: z.infer<typeof PreviewBody>,
    @FromCaller() caller: Caller,
  ): Promise<PreviewReply> {
    return this.accounts.preview(caller, body as PreviewRequest);
  }

  @Post()
  @Describe({
    summary: 'For a loop of your own: open a turn of an agent, wait for its context, and hold its claim',
    body: 'ContextBody',
    replies: { 201: 'OpenedContext', 202: 'QueuedTurn' },
    idempotent: true,
    conflicts: true,
  })
  async open(
    @Body(shapePipe(ContextBody)) body: z.infer<typeof ContextBody>,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OpenedContext | { turn: TurnView }> {
    const opened = await this.ownLoop.open(response, body, idempotencyKey);
    response.status('claim' in opened ? HttpStatus.CREATED : HttpStatus.ACCEPTED);
    return opened;
  }

  @Get('diff')
  @Describe({
    summary: 'Two contexts side by side: what entered, left, moved, and why',
    query: DiffQuery,
    replies: { 200: 'ContextDiff' },
  })
  async diff(
    @Query(shapePipe(DiffQuery)) { a, b }: z.infer<typeof DiffQuery>,
    @FromCaller() caller: Caller,
  ): Promise<ContextDiff> {
    return this.accounts.diff(caller, a, b);
  }

  @Get(':id/explain')
  @Describe({ summary: 'Why each item is in a context, and why the others are not', replies: { 200: 'Explanation' } })
  async explain(@Param('id', IdPipe) id: string, @FromCaller() caller: Caller): Promise<Explanation> {
    return this.accounts.explain(caller, id);
  }

  @Post(':id/replay')
  @HttpCode(200)
  @Describe({ summary: 'Format the recorded items again: the same bytes, or what differs', replies: { 200: 'Replay' } })
  async replay(@Param('id', IdPipe) id: string, @FromCaller() caller: Caller): Promise<ReplayReply> {
    return this.accounts.replay(caller, id);
  }

  @Post(':id/replan')
  @HttpCode(200)
  @Describe({
    summary: "Today's pipeline for a context's trigger, and how it differs; leaves nothing",
    body: 'ReplanBody',
    replies: { 200: 'Replan' },
  })
  async replan(
    @Param('id', IdPipe) id: string,
    @Body(shapePipe(ReplanBody)) body: z.infer<typeof ReplanBody>,
    @FromCaller() caller: Caller,
  ): Promise<ReplanReply> {
    return this.accounts.replan(caller, { context: id, ...body } as ReplanRequest);
  }

  @Post(':id/what-if')
  @HttpCode(200)
  @Describe({
    summary: 'The recorded candidates of a context at other budgets',
    body: 'WhatIfBody',
    replies: { 200: 'WhatIf' },
  })
  async whatIf(
    @Param('id', IdPipe) id: string,
    @Body(shapePipe(WhatIfBody)) { budgets }: z.infer<typeof WhatIfBody>,
    @FromCaller() caller: Caller,
  ): Promise<WhatIfReply> {
    return this.accounts.whatIf(caller, id, budgets);
  }
}
