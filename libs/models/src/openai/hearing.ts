import type { Ear, ModelRequest, Capabilities } from '@crumbtrail/prompting';
import { EchoSieve, ThinkingSieve, type Sieve } from './thinking';

type Asked = Pick<ModelRequest, 'ear' | 'thinking' | 'resume' | 'messages' | 'stop'>;

/** A reply's text on its way from the server: through what it must not hold and the mode's ear, to the listener. */
export class Hearing {
  /** The ear had heard enough; whatever comes after is not heard. */
  cut = false;
  /** All that the listener was told. */
  shown = '';
  private raw = '';
  private through = '';
  private readonly sieves: readonly Sieve[];
  private readonly ear: Ear | undefined;
  private readonly stops: readonly string[];

  constructor(
    asked: Asked,
    can: Capabilities,
    private readonly tell: (piece: string) => void,
  ) {
    const begun = asked.resume ? asked.messages.at(-1)?.content : undefined;
    this.sieves = [...(begun ? [new EchoSieve(begun)] : []), ...(asked.thinking ? [] : [new ThinkingSieve()])];
    this.ear = asked.ear?.();
    this.stops = asked.stop ?? [];
    if (can.begins_thinking && !asked.resume) this.pass('<think>', this.sieves);
  }

  /** What counts of the reply: all of it, or what the ear makes of it. */
  get content(): string {
    return this.ear ? this.ear.text() : this.through;
  }

  hear(piece: string): void {
    this.raw += piece;
    this.pass(piece, this.sieves);
  }

  /** The server says that it stopped at this: put back what it took away. */
  stoppedAt(stop: unknown): void {
    if (typeof stop === 'string' && this.stops.includes(stop) && !this.raw.endsWith(stop)) this.hear(stop);
  }

  /** No more comes. */
  end(): void {
    this.sieves.forEach((sieve, at) => this.pass(sieve.rest(), this.sieves.slice(at + 1)));
  }

  private pass(piece: string, sieves: readonly Sieve[]): void {
    const text = sieves.reduce((left, sieve) => (left === '' ? '' : sieve.take(left)), piece);
    if (text === '' || this.cut) return;
    this.through += text;
    const { show, stop } = this.ear?.hear(text) ?? { show: text, stop: false };
    this.cut = stop;
    if (show === '') return;
    this.shown += show;
    this.tell(show);
  }
}
