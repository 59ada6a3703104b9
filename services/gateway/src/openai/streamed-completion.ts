import { CrumbError, type TokenPiece } from '@crumbtrail/contracts';
import type { EventStream } from '../live/event-stream';
import type { CompletedAnswer, CompletionChunks } from './completion';
import { DeltaText } from './delta-text';
import type { OpenAiErrorReply } from './openai-error';

/** A completion that is streamed to a client. Until the stream opens, the request can still be rejected. */
export class StreamedCompletion {
  private stream: EventStream | undefined;
  private readonly text = new DeltaText((delta) => this.say(this.chunks.delta(delta)));

  constructor(
    private readonly admit: () => EventStream,
    private readonly chunks: CompletionChunks,
  ) {}

  get isOpen(): boolean {
    return this.stream !== undefined;
  }

  /** The text that was sent, as far as the answer goes: without what came before a restart. */
  get shown(): string {
    return this.text.shown;
  }

  /** Sends the headers and the first chunk, which has the role. Throws CrumbError if no more streams are admitted. */
  open(): EventStream {
    if (this.stream) return this.stream;
    this.stream = this.admit();
    this.stream.open();
    this.stream.offer({ data: this.chunks.first() });
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
    for (const chunk of this.chunks.last(answer)) this.say(chunk);
    this.close();
  }

  /** Sends an error event, which OpenAI clients throw, and closes the stream. */
  fail({ body }: OpenAiErrorReply): void {
    this.say(body);
    this.close();
  }

  private say(data: object): void {
    this.open().offer({ data });
  }

  private close(): void {
    this.stream?.close({ text: '[DONE]' });
  }
}
