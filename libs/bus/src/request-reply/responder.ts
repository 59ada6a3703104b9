import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { type Problem, refuse } from '@crumbtrail/contracts';
import { endsWithin, type Logger } from '@crumbtrail/platform';
import type { Msg, NatsConnection, Subscription } from 'nats';
import { toHeaders } from './requester';
import { encode, problemFromError, type ReplyEnvelope } from '../protocol/reply-envelope';
import { HEADER } from '../protocol/headers';
import { ConnectionState } from '../connection/connection-state';
import { splitIntoParts } from '../protocol/parts';
import type { AnswerDirectly, IncomingRequest } from './direct-routes';
import { inboxPrefix, partsPattern, partsPrincipal, partsSubject } from '../protocol/subjects';
import { PartialRequests } from './partial-requests';

/** The requests on one subject pattern, and how to answer them. */
export interface RequestRoute {
  readonly pattern: string;
  /** Replicas in one queue group share the requests; without a group, each replica receives all. */
  readonly queue?: string;
  /** The name of what is answered, for logs and error messages. */
  readonly label: string;
  /** The sender's name in a subject; null when the subject is malformed. */
  readonly principal: (subject: string) => string | null;
  /** Undefined: this process sends no reply. */
  readonly answer: (asked: IncomingRequest) => Promise<unknown>;
}

/** A request that was received, and where its reply goes. */
interface ReceivedRequest extends IncomingRequest {
  readonly reply: (envelope: ReplyEnvelope) => void;
}

/** Lets requests of this process arrive without the broker; returns how to end that. */
export type ServeDirectly = (pattern: string, answer: AnswerDirectly) => () => void;

const MAX_AT_ONCE = 1_024;

const unavailable = (reason: string): Problem => refuse('unavailable', reason).problem;

/** Answers requests: large ones in parts, a bounded number at once, and all of them before it closes. */
export class Responder {
  private readonly instance = randomUUID();
  private readonly state: ConnectionState;
  private readonly uploads = new PartialRequests();
  private readonly running = new Set<Promise<void>>();
  private readonly subscriptions: Subscription[] = [];
  private readonly partServices = new Set<string>();
  private readonly direct: (() => void)[] = [];

  constructor(
    private readonly connection: NatsConnection,
    private readonly logger: Logger,
    private readonly explainOutage: (error: unknown) => string | undefined = () => undefined,
    private readonly serveDirectly?: ServeDirectly,
  ) {
    this.state = ConnectionState.of(connection);
    void connection.closed().then(() => this.endDirect());
  }

  /** Serves a route; resolves when the broker has registered the subscription. */
  async serve(route: RequestRoute, service: string): Promise<void> {
    this.subscribeToParts(service);
    const options = route.queue === undefined ? {} : { queue: route.queue };
    this.subscribe(route.pattern, options, (message) => this.receive(route, service, message));
    await this.connection.flush();
    if (route.queue !== undefined && this.serveDirectly)
      this.direct.push(this.serveDirectly(route.pattern, this.answerDirectly(route)));
  }

  /** Takes no more requests and waits for those in progress, at most `withinMs`. */
  async close(withinMs: number): Promise<void> {
    this.endDirect();
    await Promise.all(this.subscriptions.splice(0).map((one) => (one.isClosed() ? undefined : one.drain())));
    await endsWithin(Promise.all(this.running), withinMs);
    this.uploads.clear();
    if (!this.connection.isClosed()) await this.connection.flush();
  }

  private endDirect(): void {
    for (const end of this.direct.splice(0)) end();
  }

  /** Answers in the context of this service and not of the sender's, in a turn of the event loop of its own, as a request that the broker brings. */
  private answerDirectly(route: RequestRoute): AnswerDirectly {
    const scope = new AsyncResource('crumbtrail.direct-request');
    return (asked) =>
      new Promise((resolve) => {
        const reply = (envelope: ReplyEnvelope): void => resolve(encode(envelope));
        setImmediate(() => scope.runInAsyncScope(() => this.start(route, { ...asked, reply })));
      });
  }

  private subscribe(subject: string, options: { queue?: string }, take: (message: Msg) => void): void {
    const callback = (error: Error | null, message: Msg): void => {
      if (error) this.logger.error({ err: error, subject }, `NATS does not let this service subscribe to ${subject}`);
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

  private receive(route: RequestRoute, service: string, message: Msg): void {
    const principal = route.principal(message.subject);
    // A reply goes only to the requester's own inbox, so that no caller can make this service publish on another subject.
    if (principal === null || !message.reply?.startsWith(`${inboxPrefix(principal)}.`)) return;
    const transfer = message.headers?.get(HEADER.transfer);
    const start = (body: Uint8Array): void => this.start(route, this.received(message, body));
    if (!transfer) return start(message.data);
    this.orRespondProblem(message, route.label, () => {
      const first = { parts: message.headers?.get(HEADER.parts), data: message.data };
      this.uploads.begin(`${principal}/${transfer}`, first, start);
      message.respond(undefined, {
        headers: toHeaders({ [HEADER.continueTo]: partsSubject(service, this.instance, principal) }),
      });
    });
  }

  private orRespondProblem(message: Msg, doing: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      this.respond(message, { problem: problemFromError(error, doing) });
    }
  }

  private received(message: Msg, body: Uint8Array): ReceivedRequest {
    const header = (name: string): string | undefined => message.headers?.get(name) || undefined;
    return { subject: message.subject, body, header, reply: (envelope) => this.respond(message, envelope) };
  }

  private start(route: RequestRoute, asked: ReceivedRequest): void {
    if (this.running.size >= MAX_AT_ONCE) {
      const problem = refuse(
        'overloaded',
        `${route.label}: ${MAX_AT_ONCE} requests are waiting already; try again in a second.`,
      ).problem;
      return asked.reply({ problem });
    }
    const run = this.run(route, asked).finally(() => this.running.delete(run));
    this.running.add(run);
  }

  private async run(route: RequestRoute, asked: ReceivedRequest): Promise<void> {
    try {
      const value = await route.answer(asked);
      if (value !== undefined) asked.reply({ ok: value });
    } catch (error) {
      const outage = this.explainOutage(error);
      const problem = outage === undefined ? problemFromError(error, route.label) : unavailable(outage);
      if (problem.code === 'internal')
        this.logger.error({ err: error, subject: asked.subject }, `${route.label} failed`);
      asked.reply({ problem });
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
