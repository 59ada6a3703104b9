import {
  type Operation,
  Claim,
  Commit,
  type CommitRequest,
  type Contract,
  type Crumb,
  type Envelope,
  type Erased,
  Events,
  History,
  List,
  Read,
  type ReadRequest,
  type Ref,
  refuse,
  type ReplyOf,
  type RequestOf,
  RequestTurns,
  Retrieve,
  type RetrieveReply,
  Search,
  Status,
  type StatusReply,
  Subscribe,
  type SubscribeRequest,
  Trail,
  Turns,
  unpackCandidates,
  validateContext,
  WhoAmI,
} from '@crumbtrail/contracts';
import { PermanentError } from '@crumbtrail/platform';
import type { Bus } from '../request-reply/bus';
import { carriedTraceparent } from '../tracing/trace';

/** On whose behalf requests to the store are sent (an API key's participant, or the service itself), and in which trace. */
export interface StoreScope {
  readonly key?: string;
  readonly traceparent?: string;
}

/** The workspace token of requests that concern no particular workspace. */
const HOME = 'default';

/** Whether this is a tombstone. */
export function isErased(crumb: Envelope | Erased | null | undefined): crumb is Erased {
  return crumb !== null && crumb !== undefined && 'erased' in crumb;
}

/** The store's operations within one workspace, for one caller. Every method rejects with CrumbError. */
export class WorkspaceStore {
  constructor(
    private readonly bus: Bus,
    readonly workspace: string,
    private readonly scope: StoreScope = {},
  ) {}

  /** Sends any operation of the store. Only operations that several services send have a method of their own below. */
  request<Q, R>(operation: Operation<Q, R>, request: NoInfer<Q>, timeoutMs?: number): Promise<R> {
    return this.bus.request(operation, this.workspace, request, { ...this.scope, timeoutMs });
  }

  /** Commits all of the writes or none. Retry it only with the same idempotency key, or with derived ids. */
  commit(request: CommitRequest): Promise<ReplyOf<typeof Commit>> {
    const traceparent = carriedTraceparent(request.traceparent ?? this.scope.traceparent);
    return this.request(Commit, traceparent === undefined ? request : { ...request, traceparent });
  }

  read(request: ReadRequest): Promise<ReplyOf<typeof Read>> {
    return this.request(Read, request);
  }

  /**
   * The crumb of one contract by id, its payload checked; null when there is none that the caller may see. Throws `erased`
   * for a tombstone and PermanentError when its payload breaks the contract.
   */
  async readOne<C extends Contract>(contract: C, id: string, at: ReadOneOptions = {}): Promise<Crumb<C> | null> {
    const { version, ...rest } = at;
    const { crumbs } = await this.read({ ...rest, refs: [version === undefined ? { id } : { id, version }] });
    const crumb = crumbs[0] ?? null;
    if (crumb === null) return null;
    if (isErased(crumb)) throw refuse('erased', `The crumb ${id} was erased at ${crumb.erased_at}.`);
    return validateCrumb(contract, crumb);
  }

  history(id: string): Promise<ReplyOf<typeof History>> {
    return this.request(History, { id });
  }

  list(request: RequestOf<typeof List>): Promise<ReplyOf<typeof List>> {
    return this.request(List, request);
  }

  events(request: RequestOf<typeof Events>): Promise<ReplyOf<typeof Events>> {
    return this.request(Events, request);
  }

  async retrieve(request: RequestOf<typeof Retrieve>): Promise<RetrieveReply> {
    return unpackCandidates(await this.request(Retrieve, request));
  }

  search(request: RequestOf<typeof Search>): Promise<ReplyOf<typeof Search>> {
    return this.request(Search, request);
  }

  requestTurns(request: RequestOf<typeof RequestTurns>): Promise<ReplyOf<typeof RequestTurns>> {
    return this.request(RequestTurns, request);
  }

  turns(cause: string): Promise<ReplyOf<typeof Turns>> {
    return this.request(Turns, { cause });
  }

  claim(request: RequestOf<typeof Claim>): Promise<ReplyOf<typeof Claim>> {
    return this.request(Claim, request);
  }

  trail(id: string): Promise<ReplyOf<typeof Trail>> {
    return this.request(Trail, { id });
  }

  whoAmI(): Promise<ReplyOf<typeof WhoAmI>> {
    return this.request(WhoAmI, {});
  }
}

/** The state at which a crumb is read: a version, or a position of the log. */
export type ReadOneOptions = Pick<ReadRequest, 'as_of' | 'min_position'> & Partial<Pick<Ref, 'version'>>;

/** Checks that a crumb is of the contract; PermanentError when it has another schema or an invalid payload. */
export function validateCrumb<C extends Contract>(contract: C, crumb: Envelope): Crumb<C> {
  if (crumb.schema_name !== contract.name) {
    throw new PermanentError(`Crumb ${crumb.id} is ${crumb.schema_name}, not ${contract.name}.`);
  }
  const [issue] = validateContext(contract.name, crumb.context);
  if (issue) {
    throw new PermanentError(
      `Crumb ${crumb.id} breaks ${contract.name}: ${issue.path || '/'} ${issue.message} (${issue.rule}).`,
    );
  }
  return crumb as Crumb<C>;
}

/** The client of the breadcrumb-store for other services. */
export class CrumbStore {
  constructor(private readonly bus: Bus) {}

  /** The store within one workspace, for the service itself or for the given API key. */
  in(workspace: string, scope: StoreScope = {}): WorkspaceStore {
    return new WorkspaceStore(this.bus, workspace, scope);
  }

  /** Has the store create this service's durable, or recreate it, at the right position of the stream. */
  subscribe(request: SubscribeRequest): Promise<ReplyOf<typeof Subscribe>> {
    return this.bus.request(Subscribe, HOME, request);
  }

  /** The state of the log, its index and its durables. */
  status(timeoutMs?: number): Promise<StatusReply> {
    return this.bus.request(Status, HOME, {}, { timeoutMs });
  }
}
