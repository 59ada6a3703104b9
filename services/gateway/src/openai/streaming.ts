import { Inject, Injectable } from '@nestjs/common';
import { CrumbError, mayRead, type TokenPiece } from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import type { Response } from 'express';
import { Asks } from '../adapters/asks.nats';
import { LiveText } from '../live/live-text';
import { OpenStreams } from '../live/open-streams';
import { problemOf } from '../problem.filter';
import type { Asked } from './asking';
import { answerOf, Chunks, completionName } from './completion';
import { OpenAiRefusal, refused } from './refusal';
import { StreamedAnswer } from './streamed-answer';
import { TurnEnd } from './turn-end';

/** A stream opens with the first words, or after this long, so that nobody on the way gives it up. */
const OPEN_AFTER_MS = 5_000;

const CLOSING = 'The gateway is closing; send the request again.';
const last = { data: { error: { message: CLOSING, type: 'server_error', param: null, code: 'unavailable' } } };

const isForeseen = (error: unknown): boolean => error instanceof CrumbError || error instanceof OpenAiRefusal;

/** Answers while the agent speaks. */
@Injectable()
export class Streaming {
  constructor(
    private readonly asks: Asks,
    private readonly turnEnd: TurnEnd,
    private readonly streams: OpenStreams,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** False: the client has left. What is refused before the first word is refused as any request. */
  async answer(response: Response, asked: Asked): Promise<boolean> {
    const name = completionName(asked.turn, asked.to.agent, asked.message.created_at);
    const chunks = new Chunks(name, asked.chat.includeUsage);
    const answer = new StreamedAnswer(() => this.streams.admit(response, { last }), chunks);
    const opening = setTimeout(() => answer.tryOpen(), OPEN_AFTER_MS);
    this.listen(answer, asked);
    try {
      const end = await this.turnEnd.of(asked);
      if (end) answer.end(answerOf(end));
      return end !== null;
    } catch (error) {
      if (!answer.isOpen) throw error;
      if (!isForeseen(error)) this.logger.error({ err: error, turn: asked.turn }, 'a streamed answer failed');
      answer.fail(refused(error, (thrown) => problemOf(thrown, response.req)));
      return true;
    } finally {
      clearTimeout(opening);
      asked.ear.close();
    }
  }

  /** Pieces of JSON that must satisfy a schema are not shown: they may still be mended. */
  private listen(answer: StreamedAnswer, { identity, to, turn, isNew, ear }: Asked): void {
    if (to.definition.output_schema) return;
    const viewer = { participant: identity.participant, operator: identity.role === 'operator' };
    const isTheirs = ({ audience, agent }: TokenPiece): boolean =>
      mayRead({ audience, author: { kind: 'agent', id: agent } }, viewer);
    const text = new LiveText({
      soFar: async () => (await this.asks.join(identity.workspace, turn)).filter(isTheirs),
      show: (piece) => answer.hear(piece),
      failed: (error) => this.logger.warn({ err: error, turn }, 'the text so far of a reply could not be read'),
    });
    ear.hear((piece) => {
      if (piece.turn === turn && isTheirs(piece)) text.take(piece);
    });
    if (!isNew) void text.join(turn);
  }
}
