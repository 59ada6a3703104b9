import { CrumbError, type TokenPiece } from '@crumbtrail/contracts';
import type { EventStream } from '../live/event-stream';
import type { Frame } from '../live/frame';
import type { AnswerFrames } from './answer-format';
import type { CompletedAnswer } from './completion';
import { DeltaText } from './delta-text';
import type { OpenAiErrorReply } from './openai-error';

/** A completion that is streamed to a client. Until the stream opens, the request can still be rejected. */
export class StreamedCompletion {
  private stream: EventStream | undefined;
  private readonly text = new DeltaText((delta) => this.say(this.frames.delta(delta)));

  constructor(
    private readonly admit: () => EventStream,
    private readonly frames: AnswerFrames,
  ) {}

  get isOpen(): boolean {
    return this.stream !== undefined;
  }

  /** The text that was sent, as far as the answer goes: without what came before a restart. */
  get shown(): string {
    return this.text.shown;
  }

  /** Sends the headers and the first frames. Throws CrumbError if no more streams are admitted. */
  open(): EventStream {
    if (this.stream) return this.stream;
    this.stream = this.admit();
    this.stream.open();
    this.say(this.frames.first());
    return this.stream;
  }

  /** Like `open`, but ignores a rejection; the end of the completion reports it. */
  tryOpen(): void {
    try {
      this.open();
    } catch (error) {
      if (!(error instanceof CrumbError)) throw error;
    }
  }

  hear(piece: TokenPiece): void {
    if (piece.text !== '') this.tryOpen();
    if (this.isOpen || piece.text === '') this.text.take(piece);
  }

  end(answer: CompletedAnswer): void {
    this.text.finish(answer.content);
    this.close(this.frames.last(answer));
  }

  /** Sends an error event, which OpenAI clients throw, and closes the stream. */
  fail({ body }: OpenAiErrorReply): void {
    this.close(this.frames.failed(body));
  }

  private say(frames: readonly Frame[]): void {
    const stream = this.open();
    for (const frame of frames) stream.offer(frame);
  }

  private close(frames: readonly Frame[]): void {
    this.say(frames.slice(0, -1));
    this.open().close(frames.at(-1));
  }
}
