import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { type Caller, FromCaller } from '../http/caller';
import { EventFeed } from './event-feed';
import { Describe } from '../openapi/describe';
import { shapePipe } from '../http/parse-shape';
import { EventsQuery } from '../http/shapes';

@ApiTags('events')
@Controller('v1/events')
export class EventsController {
  constructor(private readonly feed: EventFeed) {}

  @Get()
  @Describe({
    summary: 'Follow the log from a cursor',
    query: EventsQuery,
    replies: { 200: 'EventStream' },
    resumes: true,
  })
  async events(
    @Query(shapePipe(EventsQuery)) query: z.infer<typeof EventsQuery>,
    @FromCaller() caller: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { cursor, schema, session, kind } = query;
    const filter = {
      ...(schema ? { schemas: schema } : {}),
      ...(session ? { session } : {}),
      ...(kind ? { kinds: kind } : {}),
    };
    await this.feed.serve({ caller, request, response }, { cursor, filter });
  }
}
