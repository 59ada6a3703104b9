import { Injectable } from '@nestjs/common';
import { Bus } from '@crumbtrail/bus';
import {
  CrumbError,
  type CrumbEvent,
  type Identity,
  type Operation,
  sha256,
  type TokenPiece,
  WhoAmI,
} from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../http/caller';
import { SharedSubscriptions } from '../live/shared-subscriptions';
import { ServiceRequests } from '../ports';

/** The workspace of requests without one: the store finds the workspace by the key. */
const ANY_WORKSPACE = 'default';

const MAX_IDENTITIES = 10_000;

/** How long an identity is cached for routing, in milliseconds. The store checks the rights of a key on every request. */
const IDENTITY_TTL_MS = 60_000;

const GATEWAY_TIMEOUT_MS = 2_000;

/** {@link ServiceRequests} over NATS. */
@Injectable()
export class NatsRequests extends ServiceRequests {
  private readonly identities = new LRUCache<string, Identity>({ max: MAX_IDENTITIES, ttl: IDENTITY_TTL_MS });

  private readonly events = new SharedSubscriptions<CrumbEvent>(
    (workspace) => (listener) => this.bus.subscribeEvents(workspace, listener),
  );

  constructor(private readonly bus: Bus) {
    super();
  }

  async identify(caller: Caller): Promise<Identity> {
    return this.identities.get(sha256(caller.key)) ?? this.identifyUncached(caller);
  }

  async identifyUncached(caller: Caller): Promise<Identity> {
    const identity = await this.send(WhoAmI, ANY_WORKSPACE, caller, {});
    this.identities.set(sha256(caller.key), identity);
    return identity;
  }

  async request<Request, Reply>(
    operation: Operation<Request, Reply>,
    caller: Caller,
    request: Request,
  ): Promise<Reply> {
    const { workspace } = await this.identify(caller);
    return this.send(operation, workspace, caller, request);
  }

  async requestAsGateway<Request, Reply>(
    operation: Operation<Request, Reply>,
    request: Request,
    timeoutMs = GATEWAY_TIMEOUT_MS,
  ): Promise<Reply> {
    return this.bus.request(operation, ANY_WORKSPACE, request, { timeoutMs });
  }

  onEvents(workspace: string, listener: (event: CrumbEvent) => void): () => void {
    return this.events.subscribe(workspace, listener);
  }

  onPieces(workspace: string, session: string, listener: (piece: TokenPiece) => void): () => void {
    return this.bus.subscribePieces(workspace, session, listener);
  }

  readPieces(workspace: string, turn: string): Promise<TokenPiece[]> {
    return this.bus.requestPieces(workspace, turn);
  }

  private async send<Request, Reply>(
    operation: Operation<Request, Reply>,
    workspace: string,
    { key, traceparent }: Caller,
    request: Request,
  ): Promise<Reply> {
    try {
      return await this.bus.request(operation, workspace, request, { key, ...(traceparent ? { traceparent } : {}) });
    } catch (error) {
      if (error instanceof CrumbError && error.code === 'unauthenticated') this.identities.delete(sha256(key));
      throw error;
    }
  }
}
