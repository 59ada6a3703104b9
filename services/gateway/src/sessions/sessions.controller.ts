import { Body, Controller, Get, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { type Caller, FromCaller } from '../http/caller';
import { IdempotencyKey } from '../http/entity-tag';
import { EventFeed } from '../events/event-feed';
import { Describe } from '../openapi/describe';
import { type AnsweredMessage, MessageSender } from './message-sender';
import { shapePipe } from '../http/parse-shape';
import { MessageBody, Session, StreamQuery } from '../http/shapes';

@ApiTags('sessions')
@Controller('v1/sessions/:session')
export class SessionsController {
  constructor(
    private readonly saying: MessageSender,
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
    @Param('session', shapePipe(Session)) session: string,
    @Body(shapePipe(MessageBody)) body: z.infer<typeof MessageBody>,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AnsweredMessage> {
    const answered = await this.saying.send(response, { session, body, idempotencyKey });
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
    @Param('session', shapePipe(Session)) session: string,
    @Query(shapePipe(StreamQuery)) { cursor }: z.infer<typeof StreamQuery>,
    @FromCaller() caller: Caller,
    @Res() response: Response,
  ): Promise<void> {
    const exchange = { caller, request: response.req as Request, response };
    await this.feed.serve(exchange, { cursor, filter: { session }, live: { session } });
  }
}
