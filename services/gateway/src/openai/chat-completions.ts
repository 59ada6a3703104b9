import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { TurnStopper } from '../turns/turn-stopper';
import { type SubmittedChat, ChatSubmitter } from './chat-submitter';
import type { ChatRequest } from './chat-request';
import { acceptsSystem } from './accepted-context';
import { type AnswerFormat, chatFormat } from './answer-format';
import { completionName } from './completion';
import { readResult } from './turn-result';
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
  async complete(response: Response, chat: ChatRequest, format: AnswerFormat = chatFormat(chat)): Promise<void> {
    const asked = await this.asking.submit(response, chat);
    setHeaders(response, asked);
    const { turn } = asked;
    this.waiting.set(turn, (this.waiting.get(turn) ?? 0) + 1);
    try {
      const left = chat.stream
        ? await this.streaming.answer(response, asked, format)
        : await this.whole(response, asked, format);
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

  private async whole(response: Response, asked: SubmittedChat, format: AnswerFormat): Promise<ClientLeft | null> {
    const end = await this.turnEnd.waitForResult(asked);
    if (!end) return {};
    const { created_at } = 'response' in end ? end.response : asked.message;
    const answer = readResult(end, asked, 'calls' in end ? await this.textSoFar(asked) : '');
    response.json(format.whole(completionName(asked.completion, asked.to.agent, created_at), answer));
    return null;
  }

  private textSoFar({ identity, turn }: SubmittedChat): Promise<string> {
    return this.stopping.textSoFar(identity, turn);
  }
}

/** The most parameters that the header `Crumbtrail-Ignored` lists. */
const MAX_IGNORED = 32;

/** Sets the headers that name the session, the trail, the turn and the ignored parameters. */
function setHeaders(response: Response, { message, turn, chat, to, identity }: SubmittedChat): void {
  const ignored = [...(acceptsSystem(to, identity) ? [] : chat.systemMessages), ...chat.ignored].slice(0, MAX_IGNORED);
  if (message.session !== undefined) response.setHeader('Crumbtrail-Session', message.session);
  response.setHeader('Crumbtrail-Trail', message.trail_id);
  response.setHeader('Crumbtrail-Turn', turn);
  if (ignored.length > 0) response.setHeader('Crumbtrail-Ignored', ignored.join(', '));
}
