import { CrumbError, type TokenPiece } from '@crumbtrail/contracts';
import type { EventStream } from '../live/event-stream';
import type { CompletedAnswer, CompletionChunks } from './completion';
import { DeltaText } from './delta-text';
import type { OpenAiErrorReply } from './openai-error';

/** An answer on its way to a client that reads it while it is written. Until there is something to say it can still be refused. */
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

  /** Sends the headers and whose turn it is to speak. */
  open(): EventStream {
    if (this.stream) return this.stream;
    this.stream = this.admit();
    this.stream.open();
    this.stream.offer({ data: this.chunks.first() });
    return this.stream;
  }

  /** The same; where that is refused, whoever has more to say is told so. */
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

  /** An error in the middle: their clients throw it. */
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
