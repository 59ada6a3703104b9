import { randomUUID } from 'node:crypto';
import { refuse } from '@crumbtrail/contracts';
import { headers, type Msg, type MsgHdrs, type NatsConnection } from 'nats';
import { HEADER } from '../protocol/headers';
import type { AnswerDirectly } from './direct-routes';
import { Inbox, type ReplySubject } from './inbox';
import { ConnectionState } from '../connection/connection-state';
import { PartAssembler, parsePartCount, MAX_REPLY_BYTES, MAX_REQUEST_BYTES, splitIntoParts } from '../protocol/parts';

const NO_RESPONDERS = 503;
const NO_RESPONDER_RETRY_MS = 2_000;
const RETRY_EVERY_MS = 100;

/** A request to send. */
export interface OutgoingRequest {
  readonly subject: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** How long to retry while the subject has no responders; default 2 s. */
  readonly noResponderRetryMs?: number;
  /** The service and operation, for error messages. */
  readonly target: { readonly service: string; readonly operation: string };
}

/** Builds headers from fields; absent fields are left out. */
export function toHeaders(fields: Readonly<Record<string, string | number | undefined>>): MsgHdrs {
  const made = headers();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) made.set(name, String(value));
  return made;
}

/** A request in flight: sends it, in parts when it is large, and assembles a reply that comes in parts. */
class PendingRequest {
  private readonly parts: Uint8Array[];
  private readonly transfer: Record<string, string>;
  private reply: PartAssembler | null = null;
  private readonly retryUntil: number;
  private mailbox!: ReplySubject;
  private retry: NodeJS.Timeout | undefined;
  sent = false;

  constructor(
    private readonly connection: NatsConnection,
    private readonly request: OutgoingRequest,
    private readonly settle: { resolve(bytes: Uint8Array): void; reject(error: Error): void },
  ) {
    this.parts = splitIntoParts(request.body);
    this.retryUntil = performance.now() + (request.noResponderRetryMs ?? NO_RESPONDER_RETRY_MS);
    this.transfer =
      this.parts.length > 1 ? { [HEADER.transfer]: randomUUID(), [HEADER.parts]: String(this.parts.length) } : {};
  }

  sendTo(mailbox: ReplySubject): void {
    this.sent = true;
    this.mailbox = mailbox;
    this.send(this.request.subject, 0, mailbox.subject);
  }

  receive(message: Msg): void {
    try {
      if (message.headers?.code === NO_RESPONDERS) return this.retryOrReject();
      const goOn = message.headers?.get(HEADER.continueTo);
      if (goOn) this.sendRest(goOn, message.subject);
      else this.receiveReply(message);
    } catch (error) {
      this.settle.reject(error as Error);
    }
  }

  private sendRest(subject: string, reply: string): void {
    for (let index = 1; index < this.parts.length; index += 1) this.send(subject, index, reply);
  }

  private send(subject: string, index: number, reply: string): void {
    const part = this.parts.length > 1 ? { [HEADER.part]: index } : {};
    const sent = toHeaders({ ...this.request.headers, ...this.transfer, ...part });
    this.connection.publish(subject, this.parts[index], { reply, headers: sent });
  }

  private receiveReply(message: Msg): void {
    const count = message.headers?.get(HEADER.parts);
    if (!count) return this.settle.resolve(message.data);
    this.reply ??= new PartAssembler(parsePartCount(count, MAX_REPLY_BYTES));
    const whole = this.reply.add(Number(message.headers?.get(HEADER.part)), message.data);
    if (whole) this.settle.resolve(whole);
  }

  /** Cancels the pending retry. */
  cancel(): void {
    clearTimeout(this.retry);
  }

  /** Nobody received the request, so a retry cannot run anything twice: a service that is restarting gets some time. */
  private retryOrReject(): void {
    if (performance.now() < this.retryUntil) this.retry = setTimeout(() => this.sendTo(this.mailbox), RETRY_EVERY_MS);
    else this.settle.reject(refuse('unavailable', noResponderMessage(this.request)));
  }
}

function noResponderMessage({ target: { service, operation } }: OutgoingRequest): string {
  return `Nobody answers ${operation}: start the ${service}, or wait until it is ready.`;
}

/**
 * Sends requests, bounded in time and size. A request sent while the connection is down waits for it; a request in flight when the
 * connection breaks is rejected at once.
 */
export class Requester {
  private readonly inbox: Inbox;
  private readonly state: ConnectionState;
  private readonly open = new Map<string, Set<(error: Error) => void>>();

  constructor(
    private readonly connection: NatsConnection,
    inboxPrefix: string,
    private readonly findDirect: (subject: string) => AnswerDirectly | undefined = () => undefined,
  ) {
    this.inbox = new Inbox(connection, inboxPrefix);
    this.state = ConnectionState.of(connection);
  }

  /** The bytes of the reply. Rejects with `unavailable` when no reply arrives in time. */
  async request(request: OutgoingRequest): Promise<Uint8Array> {
    if (request.body.length > MAX_REQUEST_BYTES) {
      throw refuse(
        'too_large',
        `A request of ${request.body.length} bytes is larger than ${MAX_REQUEST_BYTES}; send less at once.`,
      );
    }
    if (this.connection.isClosed())
      throw refuse('unavailable', `The connection to NATS is closed; ${request.target.operation} cannot be sent.`);
    const answer = this.state.isUp ? this.findDirect(request.subject) : undefined;
    return answer ? askDirectly(answer, request) : this.exchange(request);
  }

  /** NATS refused this service permission to publish there: rejects the requests to that subject at once. */
  rejectPublishTo(subject: string): void {
    const error = refuse('forbidden', `NATS does not let this service publish to ${subject}.`);
    for (const reject of this.open.get(subject) ?? []) reject(error);
  }

  close(): void {
    this.inbox.close();
  }

  private exchange(request: OutgoingRequest): Promise<Uint8Array> {
    let done = (): void => undefined;
    const answer = new Promise<Uint8Array>((resolve, reject) => {
      const one = new PendingRequest(this.connection, request, { resolve, reject });
      const mailbox = this.inbox.open({ message: (message) => one.receive(message), failed: reject });
      const timer = setTimeout(() => reject(timedOut(request)), request.timeoutMs);
      const ends = [
        () => one.cancel(),
        mailbox.close,
        this.remember(request.subject, reject),
        this.state.onDisconnect(() => one.sent && reject(connectionLost(request))),
        this.state.whenUp(() => one.sendTo(mailbox)),
      ];
      done = () => {
        clearTimeout(timer);
        for (const end of ends) end();
      };
    });
    return answer.finally(() => done());
  }

  private remember(subject: string, reject: (error: Error) => void): () => void {
    const here = this.open.get(subject) ?? new Set();
    this.open.set(subject, here.add(reject));
    return () => {
      here.delete(reject);
      if (here.size === 0) this.open.delete(subject);
    };
  }
}

/** Asks a service of this process, with the limits of a request that the broker carries. */
async function askDirectly(
  answer: AnswerDirectly,
  { subject, body, headers: fields, ...request }: OutgoingRequest,
): Promise<Uint8Array> {
  const asked = { subject, body, header: (name: string) => fields[name] || undefined };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timedOut(request)), request.timeoutMs);
  });
  const reply = await Promise.race([answer(asked), late]).finally(() => clearTimeout(timer));
  parsePartCount(String(splitIntoParts(reply).length), MAX_REPLY_BYTES);
  return reply;
}

function connectionLost({ target }: OutgoingRequest): Error {
  return refuse(
    'unavailable',
    `The connection to NATS broke while ${target.operation} was in progress: whether it was done is not known.`,
  );
}

function timedOut({ target, timeoutMs }: Pick<OutgoingRequest, 'target' | 'timeoutMs'>): Error {
  const seconds = Math.round(timeoutMs / 100) / 10;
  return refuse(
    'unavailable',
    `The ${target.service} did not answer ${target.operation} within ${seconds} s: see whether it is running and ready, then try again.`,
  );
}
