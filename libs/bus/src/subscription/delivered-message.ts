import { type Msg, nanos } from 'nats';
import type { ConnectionState } from '../connection/connection-state';
import { HEADER } from '../protocol/headers';
import type { Settleable } from '../settlement/settlement';

interface DeliveryNumbers {
  readonly deliveries: number;
  readonly sequence: number;
}

// $JS.ACK.<stream>.<consumer>.<deliveries>.<stream seq>.…, from 2.15 with <domain>.<account> before the stream.
function parseAckSubject(reply: string): DeliveryNumbers {
  const tokens = reply.split('.');
  const at = tokens.length > 9 ? 6 : 4;
  return { deliveries: Number(tokens[at]) || 1, sequence: Number(tokens[at + 1]) || 0 };
}

/** A request for the next message, which travels with the acknowledgement of this one; null: no more is wanted. */
export type PullNext = () => { readonly body: Uint8Array; readonly reply: string } | null;

/** A delivered message. It is settled once (after a broken connection is up again), and its ack wait is renewed until then. */
export class DeliveredMessage implements Settleable {
  readonly deliveries: number;
  readonly sequence: number;
  private settled = false;

  constructor(
    private readonly message: Msg,
    private readonly connectionState: ConnectionState,
    private readonly pullNext: PullNext = () => null,
  ) {
    const place = parseAckSubject(message.reply ?? '');
    this.deliveries = place.deliveries;
    this.sequence = place.sequence;
  }

  get subject(): string {
    return this.message.subject;
  }
  get body(): Uint8Array {
    return this.message.data;
  }

  /** The log position in the message's header; null without one. */
  get position(): number | null {
    return Number(this.header(HEADER.position)) || null;
  }

  header(name: string): string | undefined {
    return this.message.headers?.get(name) || undefined;
  }

  ack(): void {
    const next = !this.settled && this.connectionState.isUp ? this.pullNext() : null;
    if (next === null) return this.respond('+ACK');
    this.settled = true;
    this.message.respond(Buffer.concat([Buffer.from('+NXT '), next.body]), { reply: next.reply });
  }
  nak(delayMs?: number): void {
    this.respond(delayMs === undefined ? '-NAK' : `-NAK ${JSON.stringify({ delay: nanos(delayMs) })}`);
  }
  term(): void {
    this.respond('+TERM');
  }
  /** Tells the broker that the work is still in progress, which restarts the ack wait. */
  working(): void {
    if (!this.settled && this.connectionState.isUp) this.message.respond(Buffer.from('+WPI'));
  }

  private respond(fate: string): void {
    if (this.settled) return;
    this.settled = true;
    this.connectionState.whenUp(() => this.message.respond(Buffer.from(fate)));
  }
}
