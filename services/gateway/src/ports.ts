import { refuse, type CrumbEvent, type Identity, type Operation, type TokenPiece } from '@crumbtrail/contracts';
import type { Caller } from './http/caller';

/** Sends operations to the services that handle them, and receives what they publish. */
export abstract class ServiceRequests {
  /** Whose key it is, from a short-lived cache. Rejects with `unauthenticated` if the key is unknown. */
  abstract identify(caller: Caller): Promise<Identity>;

  /** Whose key it is now, from the store. */
  abstract identifyUncached(caller: Caller): Promise<Identity>;

  /** Whose key it is now, if that is an operator. Refuses any other as `forbidden`; `action` is what only operators may do. */
  async requireOperator(caller: Caller, action: string): Promise<Identity> {
    const identity = await this.identifyUncached(caller);
    if (identity.role === 'operator') return identity;
    throw refuse('forbidden', `Only operators may ${action}; the role of this key is ${identity.role}.`);
  }

  /** Sends an operation with the caller's key, in the caller's workspace. */
  abstract request<Request, Reply>(
    operation: Operation<Request, Reply>,
    caller: Caller,
    request: Request,
  ): Promise<Reply>;

  /** Sends an operation in the gateway's own name. It waits 2 s for the reply unless `timeoutMs` says otherwise. */
  abstract requestAsGateway<Request, Reply>(
    operation: Operation<Request, Reply>,
    request: Request,
    timeoutMs?: number,
  ): Promise<Reply>;

  /** Calls the listener for each event of the workspace; returns a function that stops it. */
  abstract onEvents(workspace: string, listener: (event: CrumbEvent) => void): () => void;

  /** Calls the listener for each piece of a reply that is being written in the session; returns a function that stops it. */
  abstract onPieces(workspace: string, session: string, listener: (piece: TokenPiece) => void): () => void;

  /** The pieces of a turn's reply written so far. */
  abstract readPieces(workspace: string, turn: string): Promise<TokenPiece[]>;
}
