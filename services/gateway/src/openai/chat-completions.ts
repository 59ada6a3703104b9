import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { TurnStopper } from '../turns/turn-stopper';
import { type SubmittedChat, ChatSubmitter } from './chat-submitter';
import type { ChatRequest } from './chat-request';
import { type AnswerFormat, chatFormat } from './answer-format';
import { completionName } from './completion';
import { readResult } from './turn-result';
import { type ClientLeft, CompletionStreamer } from './completion-streamer';
import { ignoredBy, setTurnHeaders } from './turn-headers';
import { TurnWaiter } from './turn-waiter';
import { WaitingClients } from './waiting-clients';

/** Serves chat completions: writes the message, waits for the agent's turn, and formats the response for the OpenAI protocol. */
@Injectable()
export class ChatCompletions {
  // eslint-disable-next-line max-params -- injected by Nest, by type and not by position
  constructor(
    private readonly asking: ChatSubmitter,
    private readonly turnEnd: TurnWaiter,
    private readonly streaming: CompletionStreamer,
    private readonly stopping: TurnStopper,
    private readonly clients: WaitingClients,
  ) {}

  async complete(response: Response, chat: ChatRequest, format: AnswerFormat = chatFormat(chat)): Promise<void> {
    const asked = await this.asking.submit(response, chat);
    setTurnHeaders(response, asked, ignoredBy(asked));
    await this.clients.serve(asked, () =>
      chat.stream ? this.streaming.answer(response, asked, format) : this.whole(response, asked, format),
    );
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
