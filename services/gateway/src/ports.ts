import { Injectable } from '@nestjs/common';
import { Bus } from '@crumbtrail/bus';
import {
  type Operation,
  CrumbError,
  type CrumbEvent,
  type Identity,
  sha256,
  type TokenPiece,
  WhoAmI,
} from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import type { Caller } from './http/caller';
import { SharedSubscriptions } from './live/shared-subscriptions';

/** Where a key's owner is asked for before its workspace is known: the store goes by the key. */
const ANY_WORKSPACE = 'default';

/** How long an identity is believed for routing. What it may do the store decides anew on every ask. */
const BELIEVED_MS = 60_000;

/** Puts every request to the service that decides it, in the caller's name and workspace. */
@Injectable()
export class ServiceRequests {
  private readonly identities = new LRUCache<string, Identity>({ max: 10_000, ttl: BELIEVED_MS });

  private readonly ears = new SharedSubscriptions<CrumbEvent>(
    (workspace) => (hear) => this.bus.subscribeEvents(workspace, hear),
  );

  constructor(private readonly bus: Bus) {}

  /** Whose key it is. Rejects with `unauthenticated` when it is nobody's. */
  async identify(caller: Caller): Promise<Identity> {
    const known = this.identities.get(sha256(caller.key));
    return known ?? this.identifyUncached(caller);
  }

  /** The same, from the store and not from memory. */
  async identifyUncached(caller: Caller): Promise<Identity> {
    const identity = await this.put(WhoAmI, ANY_WORKSPACE, caller, {});
    this.identities.set(sha256(caller.key), identity);
    return identity;
  }

  /** Asks for the caller, in the caller's workspace. */
  async request<Q, R>(contract: Operation<Q, R>, caller: Caller, request: Q): Promise<R> {
    const { workspace } = await this.identify(caller);
    return this.put(contract, workspace, caller, request);
  }

  /** Asks in the gateway's own name. */
  async requestAsGateway<Q, R>(contract: Operation<Q, R>, request: Q): Promise<R> {
    return this.bus.request(contract, ANY_WORKSPACE, request, { timeoutMs: 2_000 });
  }

  /** Hears that something happened in the workspace; returns how to stop. */
  onEvents(workspace: string, onEvent: (event: CrumbEvent) => void): () => void {
    return this.ears.subscribe(workspace, onEvent);
  }

  /** Hears the replies that are being written in a session; returns how to stop. */
  onPieces(workspace: string, session: string, onPiece: (piece: TokenPiece) => void): () => void {
    return this.bus.subscribePieces(workspace, session, onPiece);
  }

  /** What has been written so far of a turn's reply. */
  readPieces(workspace: string, turn: string): Promise<TokenPiece[]> {
    return this.bus.requestPieces(workspace, turn);
  }

  private async put<Q, R>(contract: Operation<Q, R>, workspace: string, caller: Caller, request: Q): Promise<R> {
    const { key, traceparent } = caller;
    try {
      return await this.bus.request(contract, workspace, request, { key, ...(traceparent ? { traceparent } : {}) });
    } catch (error) {
      if (error instanceof CrumbError && error.code === 'unauthenticated') this.identities.delete(sha256(key));
      throw error;
    }
  }
}
