import type { StreamFilter, ModelRequest, Capabilities } from '@crumbtrail/prompting';
import { EchoFilter, ThinkingFilter, type TextFilter } from './text-filters';

type Asked = Pick<ModelRequest, 'streamFilter' | 'thinking' | 'resume' | 'messages' | 'stop'>;

/** A reply's text on its way from the server: through what it must not hold and the mode's streamFilter, to the listener. */
export class ReplyTextStream {
  /** The ear had heard enough; whatever comes after is not heard. */
  cut = false;
  /** All that the listener was told. */
  shown = '';
  private raw = '';
  private through = '';
  private readonly sieves: readonly TextFilter[];
  private readonly streamFilter: StreamFilter | undefined;
  private readonly stops: readonly string[];

  constructor(
    asked: Asked,
    can: Capabilities,
    private readonly tell: (piece: string) => void,
  ) {
    const begun = asked.resume ? asked.messages.at(-1)?.content : undefined;
    this.sieves = [...(begun ? [new EchoFilter(begun)] : []), ...(asked.thinking ? [] : [new ThinkingFilter()])];
    this.streamFilter = asked.streamFilter?.();
    this.stops = asked.stop ?? [];
    if (can.begins_thinking && !asked.resume) this.pass('<think>', this.sieves);
  }

  /** What counts of the reply: all of it, or what the ear makes of it. */
  get content(): string {
    return this.streamFilter ? this.streamFilter.text() : this.through;
  }

  push(piece: string): void {
    this.raw += piece;
    this.pass(piece, this.sieves);
  }

  /** The server says that it stopped at this: put back what it took away. */
  stoppedAt(stop: unknown): void {
    if (typeof stop === 'string' && this.stops.includes(stop) && !this.raw.endsWith(stop)) this.push(stop);
  }

  /** No more comes. */
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
