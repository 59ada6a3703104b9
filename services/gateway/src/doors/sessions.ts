import { Body, Controller, Get, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { type Caller, CallerOf } from '../caller';
import { IdempotencyKey } from '../entity-tag';
import { EventFeed } from '../event-feed';
import { Describe } from '../openapi/describe';
import { type Answered, Saying } from '../saying';
import { shaped } from '../shaped';
import { MessageBody, Session, StreamQuery } from '../shapes';

@ApiTags('sessions')
@Controller('v1/sessions/:session')
export class SessionsDoor {
  constructor(
    private readonly saying: Saying,
    private readonly feed: EventFeed,
  ) {}

  @Post('messages')
  @Describe({
    summary: 'Say something; with wait_ms, wait for the answers',
    body: 'MessageBody',
    replies: { 200: 'Answered', 202: 'Accepted' },
    idempotent: true,
  })
  async say(
    @Param('session', shaped(Session)) session: string,
    @Body(shaped(MessageBody)) body: z.infer<typeof MessageBody>,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answered> {
    const answered = await this.saying.say(response, { session, body, idempotencyKey });
    response.status(answered.responses ? HttpStatus.OK : HttpStatus.ACCEPTED);
    return answered;
  }

  @Get('stream')
  @Describe({
    summary: 'Watch a session: replies while they are written, then the breadcrumbs',
    query: StreamQuery,
    replies: { 200: 'EventStream' },
    resumes: true,
  })
  async watch(
    @Param('session', shaped(Session)) session: string,
    @Query(shaped(StreamQuery)) { cursor }: z.infer<typeof StreamQuery>,
    @CallerOf() caller: Caller,
    @Res() response: Response,
  ): Promise<void> {
    const exchange = { caller, request: response.req as Request, response };
    await this.feed.serve(exchange, { cursor, filter: { session }, live: { session } });
  }
}
