import {
  AGENT_EXECUTOR,
  BREADCRUMB_STORE,
  type Operation,
  type CrumbEvent,
  CrumbError,
  refuse,
  type TokenPiece,
} from '@crumbtrail/contracts';
import { asHandler, asHandlerIfShared, createLogger, withTimeout, type Logger } from '@crumbtrail/platform';
import type { Msg, NatsConnection } from 'nats';
import { directRoutes, type AnswerDirectly, type IncomingRequest } from './direct-routes';
import { Responder, type ServeDirectly } from './responder';
import { Requester } from './requester';
import type { RequestContext, RequestOptions, Unsubscribe } from './request-options';
import { requestTimeoutMs } from '../connection/config';
import { type BusOptions, connectToNats } from '../connection/connect-to-nats';
import { ReaderRequests } from './reader-requests';
import { maySendRequest } from '../nats-server/grants';
import { decode, encode, unwrapReply } from '../protocol/reply-envelope';
import { HEADER } from '../protocol/headers';
import {
  requestPattern,
  requestQueue,
  requestSubject,
  DEFINITION_EVENTS,
  turnEndsSubject,
  inboxPrefix,
  joinSubject,
  MCP_SERVER_EVENTS,
  JOINS,
  parseRequestSubject,
  parseJoinSubject,
  pieceSubject,
  piecesPattern,
  READER_ANNOUNCEMENTS,
  readerSubject,
  serviceName,
  workspaceEvents,
} from '../protocol/subjects';
import { traceResponse, traceRequest } from '../tracing/spans';
import { carriedTraceparent, currentTrace, withParent, withTrace } from '../tracing/trace';

const DRAIN_WITHIN_MS = 25_000;
const REQUEST_TIMEOUT_MS = requestTimeoutMs();
const JOIN_WITHIN_MS = 1_000;
const PING_WITHIN_MS = 2_000;
/** The pieces of a turn so far; null for a turn that does not run in this process. */
type PublishedPieces = TokenPiece[] | null;

const connections = new WeakMap<Bus, NatsConnection>();

/** The NATS connection of a bus, for other folders of this package only. */
export function connectionOf(bus: Bus): NatsConnection {
  return connections.get(bus) as NatsConnection;
}

/** How requests stay in this process; empty where all of them go through the broker. */
function directWays({ servers, user, direct }: Pick<BusOptions, 'servers' | 'user' | 'direct'>): {
  readonly find?: (subject: string) => AnswerDirectly | undefined;
  readonly serve?: ServeDirectly;
} {
  if (direct !== true || user === undefined) return {};
  return {
    find: (subject) => (maySendRequest(user, subject) ? directRoutes.find(servers, subject) : undefined),
    serve: (pattern, answer) => directRoutes.add(servers, pattern, answer),
  };
}

/** Requests, events and token pieces between services, over one NATS connection that reconnects by itself. */
export class Bus {
  private readonly requester: Requester;
  private readonly responder: Responder;
  private readonly readerRequests: ReaderRequests;

  private readonly reader: string | undefined;

  private constructor(
    private readonly connection: NatsConnection,
    readonly service: string,
    readonly logger: Logger,
    { explainOutage, reader, ...login }: Pick<BusOptions, 'explainOutage' | 'reader' | 'servers' | 'user' | 'direct'>,
  ) {
    connections.set(this, connection);
    const { find, serve } = directWays(login);
    this.requester = new Requester(connection, inboxPrefix(service), find);
    this.responder = new Responder(connection, logger, explainOutage, serve);
    this.readerRequests = new ReaderRequests(this.requester);
    this.reader = reader;
    // The store is a reader or the writer: it sends no requests that readers answer.
    if (service !== BREADCRUMB_STORE) this.watchReaders();
    void this.watch();
  }

  /** Connects once. Rejects with `unavailable` or `unauthenticated`. Once connected, it reconnects for ever. */
  static async connect(options: BusOptions): Promise<Bus> {
    const service = serviceName(options.service);
    const logger = options.logger ?? createLogger(service);
    return new Bus(await connectToNats(options), service, logger, options);
  }

  /** The broker's version, as `2.9.10`. */
  get serverVersion(): string {
    return this.connection.info?.version ?? 'unknown';
  }

  /** Resolves when the broker answers a ping; rejects when it does not within two seconds. */
  async ping(): Promise<void> {
    await withTimeout(this.connection.flush(), PING_WITHIN_MS, () => refuse('unavailable', 'NATS does not answer.'));
  }

  /**
   * Sends a request to another service; one that readers of the store answer, to one of them first. Rejects with that service's CrumbError, or
   * `unavailable` when there is no reply in time.
   */
  async request<Q, R>(
    operation: Operation<Q, R>,
    workspace: string,
    request: NoInfer<Q>,
    options: RequestOptions = {},
  ): Promise<R> {
    const send = async (): Promise<R> => {
      const outgoing = {
        subject: requestSubject(operation, workspace, this.service),
        body: encode(request),
        headers: {
          [HEADER.key]: options.key,
          [HEADER.traceparent]: carriedTraceparent(options.traceparent),
          [HEADER.trail]: currentTrace().trail,
        },
        timeoutMs: options.timeoutMs ?? REQUEST_TIMEOUT_MS,
        target: { service: operation.service, operation: operation.name },
      };
      return (await this.readerRequests.send({ operation, workspace, request }, outgoing)) as R;
    };
    return traceRequest(operation, { workspace, principal: this.service }, send);
  }

  /**
   * Subscribes to an operation's requests, sharing them with this service's other replicas. A reader subscribes to those that are sent to it,
   * and to none of an operation that readers do not answer.
   */
  async respond<Q, R>(
    operation: Operation<Q, R>,
    handler: (request: Q, from: RequestContext) => Promise<R>,
  ): Promise<void> {
    const { reader } = this;
    if (reader !== undefined && operation.replica === null) return;
    const answer = ({ subject, body, header }: IncomingRequest): Promise<R> => {
      const { workspace, principal } = parseRequestSubject(subject) as { workspace: string; principal: string };
      const key = header(HEADER.key);
      const traceparent = header(HEADER.traceparent);
      const from = { workspace, principal, ...(key ? { key } : {}), ...(traceparent ? { traceparent } : {}) };
      const work = async (): Promise<R> => handler(decode(body) as Q, from);
      const traced = (): Promise<R> => traceResponse(operation, from, work);
      // The only requests that the store sends ask for the log's head, and belong to no trace.
      if (this.service === BREADCRUMB_STORE)
        return asHandlerIfShared(operation.name, () => withParent(traceparent, traced));
      return asHandler(operation.name, () => withTrace({ traceparent, trail: header(HEADER.trail) }, traced));
    };
    const principal = (subject: string): string | null => parseRequestSubject(subject)?.principal ?? null;
    const route = {
      pattern: reader === undefined ? requestPattern(operation) : readerSubject(reader, requestPattern(operation)),
      queue: requestQueue(operation),
      label: operation.name,
      principal,
      answer,
    };
    await this.responder.serve(route, this.service);
  }

  /** Tells the senders of requests that this reader answers them. They forget it after two seconds. */
  announceReader(): void {
    this.connection.publish(READER_ANNOUNCEMENTS, encode({ reader: this.reader }));
  }

  /** Calls back for each event of a workspace as it happens, at most once and without replay: a signal to read the store. */
  subscribeEvents(workspace: string, onEvent: (event: CrumbEvent) => void): Unsubscribe {
    return this.subscribe(workspaceEvents(workspace), (message) => onEvent(decode(message.data) as CrumbEvent));
  }

  /** Calls back with the response event when a turn ends, in any workspace; at most once and without replay. */
  subscribeTurnEnds(onEnd: (event: CrumbEvent) => void): Unsubscribe {
    return this.subscribe(turnEndsSubject(this.service), (message) => onEnd(decode(message.data) as CrumbEvent));
  }

  /** Calls back when an agent's definition is written in any workspace, so that caches of definitions are cleared. Delivered at most once, without replay. */
  subscribeDefinitions(onChange: (event: CrumbEvent) => void): Unsubscribe {
    return this.subscribe(DEFINITION_EVENTS, (message) => onChange(decode(message.data) as CrumbEvent));
  }

  /** Calls back when an operator has saved, changed or removed an MCP server in any workspace. Delivered at most once, without replay. */
  subscribeMcpServers(onChange: (event: CrumbEvent) => void): Unsubscribe {
    return this.subscribe(MCP_SERVER_EVENTS, (message) => onChange(decode(message.data) as CrumbEvent));
  }

  /** Publishes one piece of a reply while it is generated, whether or not anybody subscribes. */
  publishPiece(workspace: string, piece: TokenPiece): void {
    this.connection.publish(pieceSubject(workspace, piece.session, piece.turn), encode(piece));
  }

  /** Calls back for the pieces of one session's replies, or of replies without a session. */
  subscribePieces(workspace: string, session: string | undefined, on: (piece: TokenPiece) => void): Unsubscribe {
    return this.subscribe(piecesPattern(workspace, session), (message) => on(decode(message.data) as TokenPiece));
  }

  /** Answers late joiners of the turns that run in this process; null for other turns. The first answer wins. */
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

  /** The pieces of a turn so far; none when no process is running it. */
  async requestPieces(workspace: string, turn: string): Promise<TokenPiece[]> {
    const target = { service: AGENT_EXECUTOR, operation: 'stream-join' };
    const subject = joinSubject(workspace, turn, this.service);
    const request = {
      subject,
      body: encode({}),
      headers: {},
      timeoutMs: JOIN_WITHIN_MS,
      noResponderRetryMs: 0,
      target,
    };
    try {
      return unwrapReply(await this.requester.request(request)) as TokenPiece[];
    } catch (error) {
      if (error instanceof CrumbError && error.code === 'unavailable') return [];
      throw error;
    }
  }

  /** Takes no more requests and waits, at most 25 s, for those in progress. */
  async stopResponding(): Promise<void> {
    await this.responder.close(DRAIN_WITHIN_MS);
  }

  /** Shuts down in order: stops taking requests, answers those in progress, flushes, then closes. */
  async drain(): Promise<void> {
    if (this.connection.isClosed()) return;
    await this.stopResponding();
    this.requester.close();
    await this.connection.drain();
  }

  /** Resolves when the connection is closed for good, with the error unless this process closed it. */
  closed(): Promise<Error | void> {
    return this.connection.closed();
  }

  private subscribe(subject: string, take: (message: Msg) => void): Unsubscribe {
    const subscription = this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error)
          return this.logger.error({ err: error, subject }, `NATS does not let this service subscribe to ${subject}`);
        try {
          take(message);
        } catch (thrown) {
          this.logger.warn({ err: thrown, subject: message.subject }, 'a message could not be read');
        }
      },
    });
    return () => subscription.unsubscribe();
  }

  private watchReaders(): void {
    this.subscribe(READER_ANNOUNCEMENTS, ({ data }) => {
      this.readerRequests.add((decode(data) as { readonly reader?: unknown }).reader);
    });
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
