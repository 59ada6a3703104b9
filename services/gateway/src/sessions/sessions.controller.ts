import { Controller, HttpStatus, Res } from '@nestjs/common';
import {
  type ListedSessions,
  type MessageReceipt,
  ReadSessions,
  SendMessage,
  SpeakNow,
  WatchSession,
} from '@crumbtrail/contracts/http/sessions';
import { type ErasedMessages, ReadErasedMessages } from '@crumbtrail/contracts/http/erasure';
import { ListErasedMessages } from '@crumbtrail/contracts/operations/erasure';
import { ListSessions } from '@crumbtrail/contracts';
import type { Response } from 'express';
import { EventFeed } from '../events/event-feed';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';
import { MessageSender } from './message-sender';

/** Sessions: list them and their erased messages, send a message, let an agent speak, and follow what happens. */
@Controller()
export class SessionsController {
  constructor(
    private readonly sender: MessageSender,
    private readonly feed: EventFeed,
    private readonly requests: ServiceRequests,
  ) {}

  @Route(ReadSessions)
  list(@Input() { query, caller }: RouteInput<typeof ReadSessions>): Promise<ListedSessions> {
    return this.requests.request(ListSessions, caller, query);
  }

  @Route(ReadErasedMessages)
  listErased(@Input() { params, query, caller }: RouteInput<typeof ReadErasedMessages>): Promise<ErasedMessages> {
    return this.requests.request(ListErasedMessages, caller, { ...params, ...query });
  }

  @Route(SendMessage)
  async send(
    @Input() { params, body, idempotencyKey }: RouteInput<typeof SendMessage>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MessageReceipt> {
    const receipt = await this.sender.send(response, { session: params.session, body, idempotencyKey });
    response.status(receipt.responses ? HttpStatus.OK : HttpStatus.ACCEPTED);
    return receipt;
  }

  @Route(SpeakNow)
  async speak(
    @Input() { params, body, idempotencyKey }: RouteInput<typeof SpeakNow>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MessageReceipt> {
    const receipt = await this.sender.speak(response, { session: params.session, body, idempotencyKey });
    response.status(receipt.responses ? HttpStatus.OK : HttpStatus.ACCEPTED);
    return receipt;
  }

  @Route(WatchSession)
  async watch(
    @Input() { params: { session }, query, caller }: RouteInput<typeof WatchSession>,
    @Res() response: Response,
  ): Promise<void> {
    const exchange = { caller, request: response.req, response };
    await this.feed.serve(exchange, { cursor: query.cursor, filter: { session }, live: { session } });
  }
}
