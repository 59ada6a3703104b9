import { type CrumbEvent, refuse } from '@crumbtrail/contracts';
import { type ApiError, type Msg, NatsError, type NatsConnection } from 'nats';
import { Inbox, type ReplySubject } from '../request-reply/inbox';
import { toHeaders } from '../request-reply/requester';
import { decode, encode } from '../protocol/reply-envelope';
import { HEADER } from '../protocol/headers';
import { ConnectionState } from '../connection/connection-state';
import { type PublishSpan, tracePublish } from '../tracing/spans';
import { eventSubject, messageId, STREAM } from '../protocol/subjects';
import { toRefusal } from './jetstream-errors';

/** The log that the events belong to. A rewind of the log starts a new epoch. */
export interface LogId {
  readonly logId: string;
  readonly epoch: number;
}

/** An event that the stream has. `duplicate`: the stream already had it. */
export interface PublishedEvent {
  readonly position: number;
  readonly seq: number;
  readonly duplicate: boolean;
}

/** The body of JetStream's answer to a published message. */
interface PublishAnswer {
  readonly error?: ApiError;
  readonly seq?: number;
  readonly duplicate?: boolean;
}

const WINDOW = 256;
const ACK_WITHIN_MS = 5_000;
const NO_RESPONDERS = 503;

function readAnswer(message: Msg): PublishAnswer {
  if (message.headers?.code === NO_RESPONDERS) throw new NatsError('there is no such stream', `${NO_RESPONDERS}`);
  const answer = decode(message.data) as PublishAnswer;
  const { error } = answer;
  if (error) throw Object.assign(new NatsError(error.description, `${error.code}`), { api_error: error });
  return answer;
}

/** An event that is sent and not yet answered. */
interface SentEvent {
  readonly mailbox: ReplySubject;
  readonly span: PublishSpan;
}

/** One call of {@link EventPublisher.publish}: sends the events within the window, and none after the first failure. */
class Publication {
  /** By index; a gap is an event that is not answered yet. */
  private readonly answers: (PublishedEvent | undefined)[] = [];
  private readonly sent = new Map<number, SentEvent>();
  private next = 0;
  private failure: { readonly index: number; readonly error: unknown } | null = null;
  private timer: NodeJS.Timeout | undefined;
  private finish: () => void = () => undefined;

  constructor(
    private readonly connection: NatsConnection,
    private readonly inbox: Inbox,
    private readonly events: readonly CrumbEvent[],
    private readonly log: LogId,
  ) {}

  /** Resolves with the events that the stream has, from the first one on, when everything sent is answered or has failed. */
  async run(): Promise<PublishedEvent[]> {
    const forget = ConnectionState.of(this.connection).onDisconnect(() =>
      this.failAll(new Error('the connection to NATS broke')),
    );
    this.timer = setTimeout(() => this.failAll(new Error('JetStream does not answer')), ACK_WITHIN_MS);
    try {
      await new Promise<void>((resolve) => {
        this.finish = resolve;
        this.sendMore();
      });
    } finally {
      clearTimeout(this.timer);
      forget();
    }
    return this.storedEvents();
  }

  private storedEvents(): PublishedEvent[] {
    const end = this.failure?.index ?? this.events.length;
    if (this.failure && end === 0) {
      throw toRefusal(`The stream did not take the event at ${this.events[0]?.position}`, this.failure.error);
    }
    return this.answers.slice(0, end) as PublishedEvent[];
  }

  private sendMore(): void {
    while (!this.failure && this.next < this.events.length && this.sent.size < WINDOW) this.send(this.next++);
    if (this.sent.size === 0) this.finish();
  }

  private send(index: number): void {
    const event = this.events[index] as CrumbEvent;
    const before = this.events[index - 1];
    const msgId = messageId(this.log, event.position);
    const span = tracePublish(event, msgId, Date.now());
    const mailbox = this.inbox.open({
      message: (message) => this.receive(index, message),
      failed: (error) => this.failAll(error),
    });
    this.sent.set(index, { mailbox, span });
    const headers = toHeaders({
      [HEADER.id]: msgId,
      [HEADER.expectedStream]: STREAM,
      // JetStream stores each event only directly after the one before it: when one is lost, all later ones fail too, so the stream stays
      // in log order even when a connection breaks in the middle of a window.
      [HEADER.expectedLastId]: before && messageId(this.log, before.position),
      [HEADER.position]: event.position,
      [HEADER.epoch]: this.log.epoch,
      [HEADER.traceparent]: span.traceparent,
      [HEADER.trail]: event.trail_id,
    });
    try {
      this.connection.publish(eventSubject(event), encode(event), { reply: mailbox.subject, headers });
    } catch (error) {
      this.fail(index, error);
    }
  }

  private receive(index: number, message: Msg): void {
    try {
      const { seq = 0, duplicate = false } = readAnswer(message);
      this.answers[index] = { position: (this.events[index] as CrumbEvent).position, seq, duplicate };
      this.close(index);
    } catch (error) {
      this.fail(index, error);
    }
    this.timer?.refresh();
    this.sendMore();
  }

  private fail(index: number, error: unknown): void {
    if (!this.failure || index < this.failure.index) this.failure = { index, error };
    this.close(index, error);
  }

  private failAll(error: Error): void {
    for (const index of [...this.sent.keys()]) this.fail(index, error);
    this.finish();
  }

  private close(index: number, error?: unknown): void {
    const sent = this.sent.get(index);
    this.sent.delete(index);
    sent?.mailbox.close();
    sent?.span.end(error);
  }
}

/** Publishes events and receives JetStream's answers on one subscription: a request for each event would cost twice as much. */
export class EventPublisher {
  private inbox: Inbox | null = null;

  constructor(
    private readonly connection: NatsConnection,
    private readonly inboxPrefix: string,
  ) {}

  /** See CrumbStream.publish. */
  async publish(events: readonly CrumbEvent[], log: LogId): Promise<PublishedEvent[]> {
    if (!ConnectionState.of(this.connection).isUp)
      throw refuse('unavailable', 'NATS is not connected: the events stay in the log until it is.');
    this.inbox ??= new Inbox(this.connection, this.inboxPrefix);
    return new Publication(this.connection, this.inbox, events, log).run();
  }
}
