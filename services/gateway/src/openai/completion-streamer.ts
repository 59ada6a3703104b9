import { Inject, Injectable } from '@nestjs/common';
import { CrumbError } from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import type { Response } from 'express';
import { OpenStreams } from '../live/open-streams';
import { toProblem } from '../http/to-problem';
import type { SubmittedChat } from './chat-submitter';
import type { AnswerFormat } from './answer-format';
import { completionName } from './completion';
import { ReplyFollower } from './reply-follower';
import { readResult } from './turn-result';
import { OpenAiError, toOpenAiError } from './openai-error';
import { StreamedCompletion } from './streamed-completion';
import { TurnWaiter } from './turn-waiter';

/** A stream opens with the first text, or after this many milliseconds, so that no proxy times out. */
const OPEN_AFTER_MS = 5_000;

const CLOSING = 'The gateway is closing; send the request again.';
const last = { data: { error: { message: CLOSING, type: 'server_error', param: null, code: 'unavailable' } } };

const isExpected = (error: unknown): boolean => error instanceof CrumbError || error instanceof OpenAiError;

/** A client that disconnected before the answer ended, and the text that was streamed to it. */
export interface ClientLeft {
  readonly shown?: string;
}

/** Streams an agent's response while it is written. */
@Injectable()
export class CompletionStreamer {
  constructor(
    private readonly replies: ReplyFollower,
    private readonly turnEnd: TurnWaiter,
    private readonly streams: OpenStreams,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns null, or what was shown to a client that has disconnected. An error before the first text is thrown, and replied to as an ordinary HTTP error. */
  async answer(response: Response, asked: SubmittedChat, format: AnswerFormat): Promise<ClientLeft | null> {
    const name = completionName(asked.completion, asked.to.agent, asked.message.created_at);
    const answer = new StreamedCompletion(() => this.streams.admit(response, { last }), format.frames(name));
    const opening = setTimeout(() => answer.tryOpen(), OPEN_AFTER_MS);
    this.listen(answer, asked);
    try {
      const end = await this.turnEnd.waitForResult(asked);
      if (!end) return { shown: answer.shown };
      answer.end(readResult(end, asked));
      return null;
    } catch (error) {
      if (!answer.isOpen) throw error;
      if (!isExpected(error)) this.logger.error({ err: error, turn: asked.turn }, 'a streamed answer failed');
      answer.fail(toOpenAiError(error, (thrown) => toProblem(thrown, response.req)));
      return null;
    } finally {
      clearTimeout(opening);
      asked.ear.close();
    }
  }

  private listen(answer: StreamedCompletion, asked: SubmittedChat): void {
    const { turn, isNew } = asked;
    const text = this.replies.follow(asked, (piece) => answer.hear(piece));
    if (!isNew) void text?.join(turn);
  }
}
