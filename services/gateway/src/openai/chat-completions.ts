import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { TurnStopper } from '../turns/turn-stopper';
import { type SubmittedChat, ChatSubmitter } from './chat-submitter';
import type { ChatRequest } from './chat-request';
import { readAnswer, formatCompletion, completionName } from './completion';
import { CompletionStreamer } from './completion-streamer';
import { TurnWaiter } from './turn-waiter';

/** Serves chat completions: writes the message, waits for the agent's turn, and formats the response for the OpenAI protocol. */
@Injectable()
export class ChatCompletions {
  constructor(
    private readonly asking: ChatSubmitter,
    private readonly turnEnd: TurnWaiter,
    private readonly streaming: CompletionStreamer,
    private readonly stopping: TurnStopper,
  ) {}

  /** When the client disconnects, the turn continues unless the request asked to stop it. */
  async complete(response: Response, chat: ChatRequest): Promise<void> {
    const asked = await this.asking.submit(response, chat);
    setHeaders(response, asked);
    const isAnswered = chat.stream ? await this.streaming.answer(response, asked) : await this.whole(response, asked);
    if (!isAnswered && asked.stopsWhenGone) await this.stopping.stop(asked.caller, asked.turn);
  }

  /** Returns false if the client has disconnected. */
  private async whole(response: Response, asked: SubmittedChat): Promise<boolean> {
    const end = await this.turnEnd.waitForResponse(asked);
    if (end)
      response.json(formatCompletion(completionName(asked.turn, asked.to.agent, end.created_at), readAnswer(end)));
    return end !== null;
  }
}

/** Sets the headers that name the session, the trail, the turn and the ignored parameters. */
function setHeaders(response: Response, { message, turn, chat }: SubmittedChat): void {
  if (message.session !== undefined) response.setHeader('Crumbtrail-Session', message.session);
  response.setHeader('Crumbtrail-Trail', message.trail_id);
  response.setHeader('Crumbtrail-Turn', turn);
  if (chat.ignored.length > 0) response.setHeader('Crumbtrail-Ignored', chat.ignored.join(', '));
}
