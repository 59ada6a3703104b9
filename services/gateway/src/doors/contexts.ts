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
import { Accounts } from '../accounts';
import { type Caller, CallerOf } from '../caller';
import { IdempotencyKey } from '../entity-tag';
import { Describe } from '../openapi/describe';
import { type Opened, OwnLoop } from '../own-loop';
import { anId, shaped } from '../shaped';
import { ContextBody, DiffQuery, PreviewBody, ReplanBody, WhatIfBody } from '../shapes';
import type { Explanation } from '../views/explain';

@ApiTags('contexts')
@Controller('v1/contexts')
export class ContextsDoor {
  constructor(
    private readonly accounts: Accounts,
    private readonly ownLoop: OwnLoop,
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
    @Body(shaped(ContextBody)) body: z.infer<typeof ContextBody>,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Opened | { turn: TurnView }> {
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
    @Query(shaped(DiffQuery)) { a, b }: z.infer<typeof DiffQuery>,
    @CallerOf() caller: Caller,
  ): Promise<ContextDiff> {
    return this.accounts.diff(caller, a, b);
  }

  @Get(':id/explain')
  @Describe({ summary: 'Why each item is in a context, and why the others are not', replies: { 200: 'Explanation' } })
  async explain(@Param('id', anId) id: string, @CallerOf() caller: Caller): Promise<Explanation> {
    return this.accounts.explain(caller, id);
  }

  @Post(':id/replay')
  @HttpCode(200)
  @Describe({ summary: 'Format the recorded items again: the same bytes, or what differs', replies: { 200: 'Replay' } })
  async replay(@Param('id', anId) id: string, @CallerOf() caller: Caller): Promise<ReplayReply> {
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
    @Param('id', anId) id: string,
    @Body(shaped(ReplanBody)) body: z.infer<typeof ReplanBody>,
    @CallerOf() caller: Caller,
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
    @Param('id', anId) id: string,
    @Body(shaped(WhatIfBody)) { budgets }: z.infer<typeof WhatIfBody>,
    @CallerOf() caller: Caller,
  ): Promise<WhatIfReply> {
    return this.accounts.whatIf(caller, id, budgets);
  }
}
