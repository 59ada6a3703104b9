import { createInbox, type Msg, nanos, type NatsConnection, type Subscription } from 'nats';
import { DeliveredMessage, type PullNext } from './delivered-message';
import { ConnectionState } from '../connection/connection-state';
import { encode } from '../protocol/reply-envelope';
import { pullSubject } from '../protocol/subjects';

/**
 * The result of one pull: a message, or the reason why there is none. `gone`: the durable or its stream does not exist; `refused`: the
 * broker does not permit the pull.
 */
export type PullResult =
  { readonly message: DeliveredMessage } | { readonly nothing: 'empty' | 'busy' | 'gone' | 'refused' | 'stopped' };

const EXPIRES_MS = 30_000;
const HEARTBEAT_MS = 2_000;
const SILENCE_MS = HEARTBEAT_MS * 2.5;
const HEARTBEAT = 100;
const NOT_THERE = 503;
const CONFLICT = 409;

function toEmptyReason(code: number | undefined, description: string): 'empty' | 'busy' | 'gone' {
  if (code === 404 || code === 408) return 'empty';
  if (code === NOT_THERE) return 'gone';
  if (code === CONFLICT && /consumer deleted|push based|consumer is not found/i.test(description)) return 'gone';
  return 'busy';
}

const PULL = encode({ batch: 1, expires: nanos(EXPIRES_MS), idle_heartbeat: nanos(HEARTBEAT_MS) });

/**
 * Pulls one message of a durable at a time, so that no message's ack wait expires in a local buffer. A pull that the broker forgot (a
 * restart, or a durable deleted at the wrong moment) is noticed by missing heartbeats, or at once when the connection is up again. The
 * acknowledgement of a message asks for the next one: one packet to the broker for both.
 */
export class Puller {
  private readonly inbox: string;
  private readonly subscription: Subscription;
  private readonly status: ReturnType<NatsConnection['status']> & { stop?: () => void };
  private pullNumber = 0;
  /** Whether the broker has been asked for a message that has not come. */
  private isAsked = false;
  private waiting: ((pulled: PullResult) => void) | null = null;
  private silenceTimer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly connection: NatsConnection,
    private readonly durable: string,
    inboxPrefix: string,
  ) {
    this.inbox = createInbox(inboxPrefix);
    const callback = (error: Error | null, message: Msg): void =>
      error ? this.end({ nothing: 'busy' }) : this.receive(message);
    this.subscription = connection.subscribe(`${this.inbox}.*`, { callback });
    this.status = connection.status();
    void this.watch();
  }

  /** Waits for the next message, at most half a minute. Call it only once at a time. */
  next(): Promise<PullResult> {
    if (this.stopped || this.connection.isClosed()) return Promise.resolve({ nothing: 'stopped' });
    return new Promise((resolve) => {
      this.waiting = resolve;
      if (!this.isAsked) this.connection.publish(pullSubject(this.durable), PULL, { reply: this.beginPull() });
    });
  }

  /** Takes no more messages: one that is already in flight is returned to the broker at once. */
  stop(): void {
    this.stopped = true;
    this.end({ nothing: 'stopped' });
  }

  /** Releases all resources; call it after {@link stop} and a flush. */
  close(): void {
    this.subscription.unsubscribe();
    this.status.stop?.();
  }

  /** Counts a pull; returns where its result comes. */
  private beginPull(): string {
    this.pullNumber += 1;
    this.isAsked = true;
    this.restartSilenceTimer();
    return `${this.inbox}.${this.pullNumber}`;
  }

  private readonly pullNext: PullNext = () =>
    this.stopped || this.isAsked ? null : { body: PULL, reply: this.beginPull() };

  private receive(message: Msg): void {
    if (!message.subject.startsWith(this.inbox))
      return this.deliver(new DeliveredMessage(message, ConnectionState.of(this.connection), this.pullNext));
    if (message.subject !== `${this.inbox}.${this.pullNumber}`) return;
    const code = message.headers?.code;
    if (code === HEARTBEAT) this.restartSilenceTimer();
    else this.end({ nothing: toEmptyReason(code, message.headers?.description ?? '') });
  }

  private deliver(message: DeliveredMessage): void {
    if (this.waiting) this.end({ message });
    else message.nak();
  }

  private end(pulled: PullResult): void {
    clearTimeout(this.silenceTimer);
    this.isAsked = false;
    const { waiting } = this;
    this.waiting = null;
    waiting?.(pulled);
  }

  private restartSilenceTimer(): void {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => this.end({ nothing: 'gone' }), SILENCE_MS);
  }

  private async watch(): Promise<void> {
    for await (const { type, permissionContext } of this.status) {
      if (type === 'reconnect') this.end({ nothing: 'empty' });
      if (permissionContext?.subject === pullSubject(this.durable)) this.end({ nothing: 'refused' });
    }
  }
}
