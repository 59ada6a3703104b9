import { Controller, Res } from '@nestjs/common';
import { FollowEvents } from '@crumbtrail/contracts/http/events';
import type { Response } from 'express';
import { Input, Route, type RouteInput } from '../http/route';
import { EventFeed } from './event-feed';

/** The log as Server-Sent Events. */
@Controller()
export class EventsController {
  constructor(private readonly feed: EventFeed) {}

  @Route(FollowEvents)
  async follow(@Input() { query, caller }: RouteInput<typeof FollowEvents>, @Res() response: Response): Promise<void> {
    const { cursor, schema, session, trail, kind } = query;
    const filter = {
      ...(schema ? { schemas: schema } : {}),
      ...(session ? { session } : {}),
      ...(trail ? { trail } : {}),
      ...(kind ? { kinds: kind } : {}),
    };
    await this.feed.serve({ caller, request: response.req, response }, { cursor, filter });
  }
}
