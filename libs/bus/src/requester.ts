import { randomUUID } from 'node:crypto';
import { refuse } from '@crumbtrail/contracts';
import { headers, type Msg, type MsgHdrs, type NatsConnection } from 'nats';
import { HEADER } from './headers';
import { Inbox, type Mailbox } from './inbox';
import { ConnectionState } from './connection-state';
import { Assembly, countParts, MAX_REPLY_BYTES, MAX_REQUEST_BYTES, split } from './parts';

const NOBODY = 503;
const PATIENCE_MS = 2_000;
const ASK_AGAIN_MS = 100;

/** One question on its way. */
export interface OutgoingRequest {
  readonly subject: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** How long to ask again while nobody answers to that name; default 2 s. */
  readonly patienceMs?: number;
  /** Who should answer and what was asked, for the sentence when nobody does. */
  readonly of: { readonly service: string; readonly ask: string };
}

/** Headers from fields; absent ones are left out. */
export function toHeaders(fields: Readonly<Record<string, string | number | undefined>>): MsgHdrs {
  const made = headers();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) made.set(name, String(value));
  return made;
}

/** One open question: sends it, in parts when it is large, and collects the reply, in parts when that is. */
class PendingRequest {
  private readonly parts: Uint8Array[];
  private readonly transfer: Record<string, string>;
  private reply: Assembly | null = null;
  private readonly patientUntil: number;
  private mailbox!: Mailbox;
  private again: NodeJS.Timeout | undefined;
  sent = false;

  constructor(
    private readonly connection: NatsConnection,
    private readonly question: OutgoingRequest,
    private readonly settle: { resolve(bytes: Uint8Array): void; reject(error: Error): void },
  ) {
    this.parts = split(question.body);
    this.patientUntil = performance.now() + (question.patienceMs ?? PATIENCE_MS);
    this.transfer =
      this.parts.length > 1 ? { [HEADER.transfer]: randomUUID(), [HEADER.parts]: String(this.parts.length) } : {};
  }

  ask(mailbox: Mailbox): void {
    this.sent = true;
    this.mailbox = mailbox;
    this.send(this.question.subject, 0, mailbox.subject);
  }

  receive(message: Msg): void {
    try {
      if (message.headers?.code === NOBODY) return this.nobody();
      const goOn = message.headers?.get(HEADER.goOn);
      if (goOn) this.sendRest(goOn, message.subject);
      else this.take(message);
    } catch (error) {
      this.settle.reject(error as Error);
    }
  }

  private sendRest(subject: string, reply: string): void {
    for (let index = 1; index < this.parts.length; index += 1) this.send(subject, index, reply);
  }

  private send(subject: string, index: number, reply: string): void {
    const part = this.parts.length > 1 ? { [HEADER.part]: index } : {};
    const sent = toHeaders({ ...this.question.headers, ...this.transfer, ...part });
    this.connection.publish(subject, this.parts[index], { reply, headers: sent });
  }

  private take(message: Msg): void {
    const count = message.headers?.get(HEADER.parts);
    if (!count) return this.settle.resolve(message.data);
    this.reply ??= new Assembly(countParts(count, MAX_REPLY_BYTES));
    const whole = this.reply.add(Number(message.headers?.get(HEADER.part)), message.data);
    if (whole) this.settle.resolve(whole);
  }

  /** Forgets what it meant to do. */
  end(): void {
    clearTimeout(this.again);
  }

  /** Nobody heard it, so that asking again cannot do anything twice: a service that just starts anew is given a moment. */
  private nobody(): void {
    if (performance.now() < this.patientUntil) this.again = setTimeout(() => this.ask(this.mailbox), ASK_AGAIN_MS);
    else this.settle.reject(refuse('unavailable', nobodyAnswers(this.question)));
  }
}

function nobodyAnswers({ of: { service, ask } }: OutgoingRequest): string {
  return `Nobody answers ${ask}: start the ${service}, or wait until it is ready.`;
}

/**
 * Asks questions over request/reply: bounded in time and size, whatever the size of question and answer. A question asked
 * while the connection is down waits for it; one that was on its way when it broke is refused at once.
 */
export class Requester {
  private readonly inbox: Inbox;
  private readonly line: ConnectionState;
  private readonly open = new Map<string, Set<(error: Error) => void>>();

  constructor(
    private readonly connection: NatsConnection,
    inboxPrefix: string,
  ) {
    this.inbox = new Inbox(connection, inboxPrefix);
    this.line = ConnectionState.of(connection);
  }

  /** The bytes of the reply. Rejects with `unavailable` when nobody answers in time. */
  async request(question: OutgoingRequest): Promise<Uint8Array> {
    if (question.body.length > MAX_REQUEST_BYTES) {
      throw refuse(
        'too_large',
        `A request of ${question.body.length} bytes is larger than ${MAX_REQUEST_BYTES}; send less at once.`,
      );
    }
    if (this.connection.isClosed())
      throw refuse('unavailable', `The connection to NATS is closed; ${question.of.ask} cannot be asked.`);
    return this.exchange(question);
  }

  /** The broker refused to let us publish there: whoever asked there hears it at once. */
  refused(subject: string): void {
    const error = refuse('forbidden', `NATS does not let this service publish to ${subject}.`);
    for (const reject of this.open.get(subject) ?? []) reject(error);
  }

  close(): void {
    this.inbox.close();
  }

  private exchange(question: OutgoingRequest): Promise<Uint8Array> {
    let done = (): void => undefined;
    const answer = new Promise<Uint8Array>((resolve, reject) => {
      const one = new PendingRequest(this.connection, question, { resolve, reject });
      const mailbox = this.inbox.mailbox({ message: (message) => one.receive(message), failed: reject });
      const timer = setTimeout(() => reject(late(question)), question.timeoutMs);
      const ends = [
        () => one.end(),
        mailbox.close,
        this.remember(question.subject, reject),
        this.line.whenBroken(() => one.sent && reject(broken(question))),
        this.line.send(() => one.ask(mailbox)),
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

function broken({ of }: OutgoingRequest): Error {
  return refuse(
    'unavailable',
    `The connection to NATS broke while ${of.ask} was asked: whether it was done is not known.`,
  );
}

function late({ of, timeoutMs }: OutgoingRequest): Error {
  const seconds = Math.round(timeoutMs / 100) / 10;
  return refuse(
    'unavailable',
    `The ${of.service} did not answer ${of.ask} within ${seconds} s: see whether it is running and ready, then try again.`,
  );
}
