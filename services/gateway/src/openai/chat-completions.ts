import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { TurnStopper } from '../turns/turn-stopper';
import { type SubmittedChat, ChatSubmitter } from './chat-submitter';
import type { ChatRequest } from './chat-request';
import { acceptsSystem } from './accepted-instructions';
import { readAnswer, formatCompletion, completionName } from './completion';
import { type ClientLeft, CompletionStreamer } from './completion-streamer';
import { TurnWaiter } from './turn-waiter';

/** Serves chat completions: writes the message, waits for the agent's turn, and formats the response for the OpenAI protocol. */
@Injectable()
export class ChatCompletions {
  /** How many requests wait for each turn: a client's library that repeats a request joins the turn of the first attempt. */
  private readonly waiting = new Map<string, number>();

  constructor(
    private readonly asking: ChatSubmitter,
    private readonly turnEnd: TurnWaiter,
    private readonly streaming: CompletionStreamer,
    private readonly stopping: TurnStopper,
  ) {}

  /** When the last client that waits for a turn disconnects, the turn is stopped or continues, as the request or the agent says. */
  async complete(response: Response, chat: ChatRequest): Promise<void> {
    const asked = await this.asking.submit(response, chat);
    setHeaders(response, asked);
    const { turn } = asked;
    this.waiting.set(turn, (this.waiting.get(turn) ?? 0) + 1);
    try {
      const left = chat.stream ? await this.streaming.answer(response, asked) : await this.whole(response, asked);
      const isLast = this.waiting.get(turn) === 1;
      if (left && isLast && asked.onDisconnect === 'stop') await this.stopping.stop(asked.caller, turn, left.shown);
    } finally {
      this.leave(turn);
    }
  }

  private leave(turn: string): void {
    const others = (this.waiting.get(turn) ?? 1) - 1;
    if (others > 0) this.waiting.set(turn, others);
    else this.waiting.delete(turn);
  }

  private async whole(response: Response, asked: SubmittedChat): Promise<ClientLeft | null> {
    const end = await this.turnEnd.waitForResponse(asked);
    if (!end) return {};
    response.json(formatCompletion(completionName(asked.turn, asked.to.agent, end.created_at), readAnswer(end)));
    return null;
  }
}

/** The most parameters that the header `Crumbtrail-Ignored` lists. */
const MAX_IGNORED = 32;

/** Sets the headers that name the session, the trail, the turn and the ignored parameters. */
function setHeaders(response: Response, { message, turn, chat, to }: SubmittedChat): void {
  const ignored = [...(acceptsSystem(to) ? [] : chat.systemMessages), ...chat.ignored].slice(0, MAX_IGNORED);
  if (message.session !== undefined) response.setHeader('Crumbtrail-Session', message.session);
  response.setHeader('Crumbtrail-Trail', message.trail_id);
  response.setHeader('Crumbtrail-Turn', turn);
  if (ignored.length > 0) response.setHeader('Crumbtrail-Ignored', ignored.join(', '));
}
