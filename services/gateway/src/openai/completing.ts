import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Stopping } from '../stopping';
import { type Asked, Asking } from './asking';
import type { ChatRequest } from './chat-request';
import { answerOf, completion, completionName } from './completion';
import { Streaming } from './streaming';
import { TurnEnd } from './turn-end';

/** Asks agents in the words of the OpenAI protocol: a message is left, its turn waited for, the answer given in theirs. */
@Injectable()
export class Completing {
  constructor(
    private readonly asking: Asking,
    private readonly turnEnd: TurnEnd,
    private readonly streaming: Streaming,
    private readonly stopping: Stopping,
  ) {}

  /** A client that leaves leaves the turn to go on, unless it said otherwise. */
  async complete(response: Response, chat: ChatRequest): Promise<void> {
    const asked = await this.asking.ask(response, chat);
    nameIn(response, asked);
    const isAnswered = chat.stream ? await this.streaming.answer(response, asked) : await this.whole(response, asked);
    if (!isAnswered && asked.stopsWhenGone) await this.stopping.stop(asked.caller, asked.turn);
  }

  /** False: the client has left. */
  private async whole(response: Response, asked: Asked): Promise<boolean> {
    const end = await this.turnEnd.of(asked);
    if (end) response.json(completion(completionName(asked.turn, asked.to.agent, end.created_at), answerOf(end)));
    return end !== null;
  }
}

/** Where the answer can be followed, and what of the request was not looked at. */
function nameIn(response: Response, { message, turn, chat }: Asked): void {
  if (message.session !== undefined) response.setHeader('Crumbtrail-Session', message.session);
  response.setHeader('Crumbtrail-Trail', message.trail_id);
  response.setHeader('Crumbtrail-Turn', turn);
  if (chat.ignored.length > 0) response.setHeader('Crumbtrail-Ignored', chat.ignored.join(', '));
}
