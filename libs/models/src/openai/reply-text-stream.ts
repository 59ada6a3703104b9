import type { StreamFilter, ModelRequest, Capabilities } from '@crumbtrail/prompting';
import { EchoFilter, ThinkingFilter, type TextFilter } from './text-filters';

type TextStreamRequest = Pick<ModelRequest, 'streamFilter' | 'thinking' | 'resume' | 'messages' | 'stop'>;

/** Passes a reply's text from the server through the text filters and the mode's stream filter to the listener. */
export class ReplyTextStream {
  /** The stream filter has stopped the reply; later text is ignored. */
  cut = false;
  /** Everything that the listener has received. */
  shown = '';
  private raw = '';
  private through = '';
  private readonly sieves: readonly TextFilter[];
  private readonly streamFilter: StreamFilter | undefined;
  private readonly stops: readonly string[];

  constructor(
    request: TextStreamRequest,
    can: Capabilities,
    private readonly tell: (piece: string) => void,
  ) {
    const begun = request.resume ? request.messages.at(-1)?.content : undefined;
    this.sieves = [...(begun ? [new EchoFilter(begun)] : []), ...(request.thinking ? [] : [new ThinkingFilter()])];
    this.streamFilter = request.streamFilter?.();
    this.stops = request.stop ?? [];
    if (can.begins_thinking && !request.resume) this.pass('<think>', this.sieves);
  }

  /** The content of the reply: all of it, or what the stream filter makes of it. */
  get content(): string {
    return this.streamFilter ? this.streamFilter.text() : this.through;
  }

  push(piece: string): void {
    this.raw += piece;
    this.pass(piece, this.sieves);
  }

  /** Restores the stop string that the server reports and has removed. */
  stoppedAt(stop: unknown): void {
    if (typeof stop === 'string' && this.stops.includes(stop) && !this.raw.endsWith(stop)) this.push(stop);
  }

  /** The reply is complete. */
  end(): void {
    this.sieves.forEach((sieve, at) => this.pass(sieve.rest(), this.sieves.slice(at + 1)));
  }

  private pass(piece: string, sieves: readonly TextFilter[]): void {
    const text = sieves.reduce((left, sieve) => (left === '' ? '' : sieve.take(left)), piece);
    if (text === '' || this.cut) return;
    this.through += text;
    const { show, stop } = this.streamFilter?.push(text) ?? { show: text, stop: false };
    this.cut = stop;
    if (show === '') return;
    this.shown += show;
    this.tell(show);
  }
}
