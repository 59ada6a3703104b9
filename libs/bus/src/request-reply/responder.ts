import { randomUUID } from 'node:crypto';
import { refuse } from '@crumbtrail/contracts';
import type { Logger } from '@crumbtrail/platform';
import type { Msg, NatsConnection, Subscription } from 'nats';
import { toHeaders } from './requester';
import { encode, toProblem, type ReplyEnvelope } from '../protocol/reply-envelope';
import { HEADER } from '../protocol/headers';
import { ConnectionState } from '../connection/connection-state';
import { splitIntoParts } from '../protocol/parts';
import { inboxPrefix, partsPattern, partsPrincipal, partsSubject } from '../protocol/subjects';
import { PartialRequests } from './partial-requests';

/** A question that arrived whole. */
export interface IncomingRequest {
  readonly subject: string;
  readonly body: Uint8Array;
  readonly header: (name: string) => string | undefined;
}

/** One kind of question that this process answers. */
export interface RequestRoute {
  readonly pattern: string;
  /** Replicas of one queue share the questions; absent: each hears all. */
  readonly queue?: string;
  /** What the desk does, for the log and the sentence of a failure. */
  readonly label: string;
  /** The name of who asks, by the subject; null when the subject is none of this desk's. */
  readonly principal: (subject: string) => string | null;
  /** Undefined: this process has nothing to say and stays silent. */
  readonly answer: (asked: IncomingRequest) => Promise<unknown>;
}

const MAX_AT_ONCE = 1_024;

/** Answers questions: in parts when they are large, bounded at once, and finished before it closes. */
export class Responder {
  private readonly instance = randomUUID();
  private readonly state: ConnectionState;
  private readonly uploads = new PartialRequests();
  private readonly running = new Set<Promise<void>>();
  private readonly subscriptions: Subscription[] = [];
  private readonly partServices = new Set<string>();

  constructor(
    private readonly connection: NatsConnection,
    private readonly logger: Logger,
  ) {
    this.state = ConnectionState.of(connection);
  }

  /** Opens a desk; resolves when the broker knows of it. */
  async serve(desk: RequestRoute, service: string): Promise<void> {
    this.subscribeToParts(service);
    const options = desk.queue === undefined ? {} : { queue: desk.queue };
    this.subscribe(desk.pattern, options, (message) => this.receive(desk, service, message));
    await this.connection.flush();
  }

  /** Takes no more questions and waits for those that are being answered, at most `withinMs`. */
  async close(withinMs: number): Promise<void> {
    await Promise.all(this.subscriptions.splice(0).map((one) => (one.isClosed() ? undefined : one.drain())));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs)));
    await Promise.race([Promise.all(this.running), late]).finally(() => clearTimeout(timer));
    this.uploads.clear();
    if (!this.connection.isClosed()) await this.connection.flush();
  }

  private subscribe(subject: string, options: { queue?: string }, take: (message: Msg) => void): void {
    const callback = (error: Error | null, message: Msg): void => {
      if (error) this.logger.error({ err: error, subject }, `NATS does not let this service listen to ${subject}`);
      else take(message);
    };
    this.subscriptions.push(this.connection.subscribe(subject, { ...options, callback }));
  }

  private subscribeToParts(service: string): void {
    if (this.partServices.has(service)) return;
    this.partServices.add(service);
    this.subscribe(partsPattern(service, this.instance), {}, (message) => {
      const id = `${partsPrincipal(message.subject)}/${message.headers?.get(HEADER.transfer) ?? ''}`;
      this.orRespondProblem(message, 'A request in parts', () =>
        this.uploads.add(id, Number(message.headers?.get(HEADER.part)), message.data),
      );
    });
  }

  private receive(desk: RequestRoute, service: string, message: Msg): void {
    const principal = desk.principal(message.subject);
    // A reply goes only to the asker's own inbox: nobody may make this service speak on a subject that it may not.
    if (principal === null || !message.reply?.startsWith(`${inboxPrefix(principal)}.`)) return;
    const transfer = message.headers?.get(HEADER.transfer);
    if (!transfer) return this.start(desk, message, message.data);
    this.orRespondProblem(message, desk.label, () => {
      const first = { parts: message.headers?.get(HEADER.parts), data: message.data };
      this.uploads.begin(`${principal}/${transfer}`, first, (whole) => this.start(desk, message, whole));
      message.respond(undefined, {
        headers: toHeaders({ [HEADER.continueTo]: partsSubject(service, this.instance, principal) }),
      });
    });
  }

  private orRespondProblem(message: Msg, doing: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      this.respond(message, { problem: toProblem(error, doing) });
    }
  }

  private start(desk: RequestRoute, message: Msg, body: Uint8Array): void {
    if (this.running.size >= MAX_AT_ONCE) {
      const problem = refuse(
        'overloaded',
        `${desk.label}: ${MAX_AT_ONCE} requests are waiting already; try again in a second.`,
      ).problem;
      return this.respond(message, { problem });
    }
    const run = this.run(desk, message, body).finally(() => this.running.delete(run));
    this.running.add(run);
  }

  private async run(desk: RequestRoute, message: Msg, body: Uint8Array): Promise<void> {
    const header = (name: string): string | undefined => message.headers?.get(name) || undefined;
    try {
      const value = await desk.answer({ subject: message.subject, body, header });
      if (value !== undefined) this.respond(message, { ok: value });
    } catch (error) {
      const problem = toProblem(error, desk.label);
      if (problem.code === 'internal')
        this.logger.error({ err: error, subject: message.subject }, `${desk.label} failed`);
      this.respond(message, { problem });
    }
  }

  private respond(message: Msg, reply: ReplyEnvelope): void {
    const parts = splitIntoParts(encode(reply));
    const send = (part: Uint8Array, index: number): void => {
      const fields = parts.length > 1 ? { [HEADER.part]: index, [HEADER.parts]: parts.length } : {};
      message.respond(part, { headers: toHeaders(fields) });
    };
    this.state.whenUp(() => parts.forEach(send));
  }
}
