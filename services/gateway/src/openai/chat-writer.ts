import { Injectable } from '@nestjs/common';
import { ClientCalls, type ContinuedTurn } from './client-calls';
import { ConversationPlacement, type PlacedMessage, type PlacementRequest } from './conversation-placement';

/** Writes what a request adds to its conversation: a message, or results of tools that the client ran. */
@Injectable()
export class ChatWriter {
  constructor(
    private readonly placing: ConversationPlacement,
    private readonly calls: ClientCalls,
  ) {}

  async write(request: PlacementRequest): Promise<PlacedMessage & Partial<ContinuedTurn>> {
    const { caller, to, chat } = request;
    if (chat.calls.continues) return this.calls.answer(caller, request);
    if (chat.calls.first !== null) await this.calls.settle(caller, to, chat);
    return this.placing.place(request);
  }
}
