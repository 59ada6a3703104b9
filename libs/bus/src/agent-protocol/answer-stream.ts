import { WakeSignal } from '@crumbtrail/platform';
import type { Msg, NatsConnection, Subscription } from 'nats';
import { type AnswerChunk, readAnswerChunk } from './answer-chunk';

/** The most bytes that wait to be read. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The answer to a prompt while it arrives, from the subscription on. */
export class AnswerStream {
  private readonly arrived: Msg[] = [];
  private readonly wakeSignal = new WakeSignal();
  private readonly subscription: Subscription;
  private bytes = 0;
  private relay: string | undefined;

  constructor(
    private readonly connection: NatsConnection,
    readonly subject: string,
  ) {
    const callback = (error: Error | null, message: Msg): void => {
      if (!error) this.take(message);
    };
    this.subscription = connection.subscribe(subject, { callback });
  }

  /** The next chunk; undefined where none arrives within so many milliseconds. Rejects with the reason of the signal. */
  async next(ms: number, signal: AbortSignal): Promise<AnswerChunk | undefined> {
    const until = performance.now() + ms;
    for (;;) {
      signal.throwIfAborted();
      const message = this.arrived.shift();
      if (message) {
        this.bytes -= message.data.length;
        return readAnswerChunk(message);
      }
      if (this.subscription.isClosed())
        return { kind: 'malformed', why: `more than ${MOST_BYTES / 1024 ** 2} MiB at once` };
      const left = until - performance.now();
      if (left <= 0) return undefined;
      await this.wakeSignal.wait(left, signal);
    }
  }

  /** Whether a first message arrives within so many milliseconds, and not the server's that nobody listens. It is not read by that. */
  async hasBegun(ms: number): Promise<boolean> {
    if (this.arrived.length === 0) await this.wakeSignal.wait(ms);
    const [first] = this.arrived;
    return first !== undefined && readAnswerChunk(first).kind !== 'nobody';
  }

  /** Passes what has arrived and what arrives from now on to another subject, in its order. */
  relayTo(subject: string): void {
    this.relay = subject;
    for (const message of this.arrived.splice(0)) this.pass(subject, message);
  }

  /** Listens no longer. */
  close(): void {
    this.subscription.unsubscribe();
  }

  private take(message: Msg): void {
    if (this.relay !== undefined) return this.pass(this.relay, message);
    this.bytes += message.data.length;
    if (this.bytes > MOST_BYTES) return this.close();
    this.arrived.push(message);
    this.wakeSignal.notify();
  }

  private pass(subject: string, message: Msg): void {
    const { data, headers } = message;
    this.connection.publish(subject, data, headers ? { headers } : {});
    if (readAnswerChunk(message).kind === 'end') this.close();
  }
}
