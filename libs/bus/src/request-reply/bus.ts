import { type Operation, type CrumbEvent, CrumbError, refuse, type TokenPiece } from '@crumbtrail/contracts';
import { createLogger, type Logger } from '@crumbtrail/platform';
import type { Msg, NatsConnection } from 'nats';
import { Responder, type IncomingRequest } from './responder';
import { Requester } from './requester';
import type { RequestContext, RequestOptions, Unsubscribe } from './request-options';
import { requestTimeoutMs } from '../connection/config';
import { type BusOptions, connectToNats } from '../connection/connect-to-nats';
import { decode, encode, unwrapReply } from '../protocol/reply-envelope';
import { HEADER } from '../protocol/headers';
import {
  requestPattern,
  requestQueue,
  requestSubject,
  turnEndsSubject,
  inboxPrefix,
  joinSubject,
  JOINS,
  parseRequestSubject,
  parseJoinSubject,
  pieceSubject,
  piecesPattern,
  serviceName,
  workspaceEvents,
} from '../protocol/subjects';
import { traceResponse, traceRequest } from '../tracing/spans';
import { carriedTraceparent, currentTrace, withTrace } from '../tracing/trace';

const DRAIN_WITHIN_MS = 25_000;
const REQUEST_TIMEOUT_MS = requestTimeoutMs();
const JOIN_WITHIN_MS = 1_000;
/** A turn's pieces; null for one that does not run here. */
type PublishedPieces = TokenPiece[] | null;

const connections = new WeakMap<Bus, NatsConnection>();

/** The connection under a bus, for the other rooms of this lib; it leaves this lib nowhere. */
export function connectionOf(bus: Bus): NatsConnection {
  return connections.get(bus) as NatsConnection;
}

/** The road between services: questions, wake-ups and token pieces over one NATS connection, which heals itself. */
export class Bus {
  private readonly requester: Requester;
  private readonly responder: Responder;

  private constructor(
    private readonly connection: NatsConnection,
    readonly service: string,
    readonly logger: Logger,
  ) {
    connections.set(this, connection);
    this.requester = new Requester(connection, inboxPrefix(service));
    this.responder = new Responder(connection, logger);
    void this.watch();
  }

  /** Connects once. Rejects with `unavailable` or `unauthenticated`; afterwards the connection comes back by itself, for ever. */
  static async connect(options: BusOptions): Promise<Bus> {
    const service = serviceName(options.service);
    return new Bus(await connectToNats(options), service, options.logger ?? createLogger(service));
  }

  /** The broker's version, as `2.9.10`. */
  get serverVersion(): string {
    return this.connection.info?.version ?? 'unknown';
  }

  /** Resolves when the broker answers a ping; rejects when it does not within two seconds. */
  async ping(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(refuse('unavailable', 'NATS does not answer.')), 2_000);
    });
    await Promise.race([this.connection.flush(), late]).finally(() => clearTimeout(timer));
  }

  /** Asks another service. Rejects with the CrumbError that it refuses with, or `unavailable` when nobody answers in time. */
  async request<Q, R>(
    operation: Operation<Q, R>,
    workspace: string,
    request: NoInfer<Q>,
    options: RequestOptions = {},
  ): Promise<R> {
    const put = async (): Promise<R> => {
      const reply = await this.requester.request({
        subject: requestSubject(operation, workspace, this.service),
        body: encode(request),
        headers: {
          [HEADER.key]: options.key,
          [HEADER.traceparent]: carriedTraceparent(options.traceparent),
          [HEADER.trail]: currentTrace().trail,
        },
        timeoutMs: options.timeoutMs ?? REQUEST_TIMEOUT_MS,
        target: { service: operation.service, ask: operation.name },
      });
      return unwrapReply(reply) as R;
    };
    return traceRequest(operation, { workspace, principal: this.service }, put);
  }

  /** Answers one kind of question from now on, sharing them with this service's other replicas. */
  async respond<Q, R>(
    operation: Operation<Q, R>,
    handler: (request: Q, from: RequestContext) => Promise<R>,
  ): Promise<void> {
    const answer = ({ subject, body, header }: IncomingRequest): Promise<R> => {
      const { workspace, principal } = parseRequestSubject(subject) as { workspace: string; principal: string };
      const key = header(HEADER.key);
      const traceparent = header(HEADER.traceparent);
      const from = { workspace, principal, ...(key ? { key } : {}), ...(traceparent ? { traceparent } : {}) };
      const work = async (): Promise<R> => handler(decode(body) as Q, from);
      return withTrace({ traceparent, trail: header(HEADER.trail) }, () => traceResponse(operation, from, work));
    };
    const principal = (subject: string): string | null => parseRequestSubject(subject)?.principal ?? null;
    const desk = {
      pattern: requestPattern(operation),
      queue: requestQueue(operation),
      doing: operation.name,
      principal,
      answer,
    };
    await this.responder.serve(desk, this.service);
  }

  /** Hears that something happened in a workspace, now: no replay, no promise. A wake-up for who then reads the store. */
  subscribeEvents(workspace: string, onEvent: (event: CrumbEvent) => void): Unsubscribe {
    return this.subscribe(workspaceEvents(workspace), (message) => onEvent(decode(message.data) as CrumbEvent));
  }

  /** Hears that a turn has ended, in any workspace, now: the event of its response. No replay, no promise. */
  subscribeTurnEnds(onEnd: (event: CrumbEvent) => void): Unsubscribe {
    return this.subscribe(turnEndsSubject(this.service), (message) => onEnd(decode(message.data) as CrumbEvent));
  }

  /** Sends one piece of a reply while it is written; nobody may be listening. */
  publishPiece(workspace: string, piece: TokenPiece): void {
    this.connection.publish(pieceSubject(workspace, piece.session, piece.turn), encode(piece));
  }

  /** Hears the pieces of one session's replies, or of those without a session. */
  subscribePieces(workspace: string, session: string | undefined, on: (piece: TokenPiece) => void): Unsubscribe {
    return this.subscribe(piecesPattern(workspace, session), (message) => on(decode(message.data) as TokenPiece));
  }

  /** Answers late joiners of the turns that run here; null for a turn that does not. Whoever answers first is heard. */
  async respondToJoins(
    soFar: (workspace: string, turn: string) => PublishedPieces | Promise<PublishedPieces>,
  ): Promise<void> {
    const answer = async ({ subject }: IncomingRequest): Promise<TokenPiece[] | undefined> => {
      const asked = parseJoinSubject(subject);
      return (asked && (await soFar(asked.workspace, asked.turn))) ?? undefined;
    };
    const principal = (subject: string): string | null => parseJoinSubject(subject)?.principal ?? null;
    await this.responder.serve({ pattern: JOINS, label: 'stream-join', principal, answer }, this.service);
  }

  /** The pieces of a turn so far; none when nobody runs it now. */
  async requestPieces(workspace: string, turn: string): Promise<TokenPiece[]> {
    const of = { service: 'agent-executor', ask: 'stream-join' };
    const subject = joinSubject(workspace, turn, this.service);
    const question = { subject, body: encode({}), headers: {}, timeoutMs: JOIN_WITHIN_MS, patienceMs: 0, of };
    try {
      return unwrapReply(await this.requester.request(question)) as TokenPiece[];
    } catch (error) {
      if (error instanceof CrumbError && error.code === 'unavailable') return [];
      throw error;
    }
  }

  /** Takes no more questions and waits, at most 25 s, for those being answered. */
  async stopResponding(): Promise<void> {
    await this.responder.close(DRAIN_WITHIN_MS);
  }

  /** Ends everything in order: no new questions, the running ones answered, all sent, then closed. */
  async drain(): Promise<void> {
    if (this.connection.isClosed()) return;
    await this.stopResponding();
    this.requester.close();
    await this.connection.drain();
  }

  /** Resolves when the connection is closed for good, with the error if it was not we who closed it. */
  closed(): Promise<Error | void> {
    return this.connection.closed();
  }

  private subscribe(subject: string, take: (message: Msg) => void): Unsubscribe {
    const subscription = this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error)
          return this.logger.error({ err: error, subject }, `NATS does not let this service listen to ${subject}`);
        try {
          take(message);
        } catch (thrown) {
          this.logger.warn({ err: thrown, subject: message.subject }, 'a message could not be heard');
        }
      },
    });
    return () => subscription.unsubscribe();
  }

  private async watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.permissionContext?.operation === 'publish')
        this.requester.rejectPublishTo(status.permissionContext.subject);
      if (status.type === 'disconnect') this.logger.warn('NATS is gone; connecting again');
      if (status.type === 'reconnect') this.logger.info('NATS is back');
    }
  }
}
