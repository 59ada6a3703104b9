import { refuse, type CrumbEvent, type Operation, type RequestOf, type TokenPiece } from '@crumbtrail/contracts';
import type { MovedWorkspace, MoveWorkspace } from '@crumbtrail/contracts/operations/keys';
import type { LocatedIdentity, WorkspacePlace } from './cells/cell-directory';
import type { Caller } from './http/caller';

/** How a request in the gateway's own name is sent. */
export interface GatewayRequestOptions {
  /** Milliseconds. @default 2,000 */
  readonly timeoutMs?: number;
  /** The cell whose service handles it. @default the gateway's own */
  readonly cell?: string;
}

/** Sends operations to the services that handle them, in the cell of the workspace, and receives what they publish. */
export abstract class ServiceRequests {
  /** Whose key it is, from a short-lived cache. Rejects with `unauthenticated` if the key is unknown. */
  abstract identify(caller: Caller): Promise<LocatedIdentity>;

  /** Whose key it is now, from the store. */
  abstract identifyUncached(caller: Caller): Promise<LocatedIdentity>;

  /** Whose key it is now, if that is an operator. Refuses any other as `forbidden`; `action` is what only operators may do. */
  async requireOperator(caller: Caller, action: string): Promise<LocatedIdentity> {
    const identity = await this.identifyUncached(caller);
    if (identity.role === 'operator') return identity;
    throw refuse('forbidden', `Only operators may ${action}; the role of this key is ${identity.role}.`);
  }

  /** Sends an operation with the caller's key, in the caller's workspace. While that is being moved, it is sent again for some seconds. */
  abstract request<Request, Reply>(
    operation: Operation<Request, Reply>,
    caller: Caller,
    request: Request,
  ): Promise<Reply>;

  /** The names of the cells that this gateway serves, its own first. */
  abstract readonly cells: readonly string[];

  /** Moves the caller's workspace to another cell of {@link cells}; waits until it is there. */
  abstract moveWorkspace(caller: Caller, request: RequestOf<typeof MoveWorkspace>): Promise<MovedWorkspace>;

  /** Sends an operation in the gateway's own name. */
  abstract requestAsGateway<Request, Reply>(
    operation: Operation<Request, Reply>,
    request: Request,
    options?: GatewayRequestOptions,
  ): Promise<Reply>;

  /** Calls the listener when a definition of an agent is written, in any workspace of any cell; returns a function that stops it. */
  abstract onDefinitions(listener: () => void): () => void;

  /** Calls the listener for each event of the workspace, also after a move; returns a function that stops it. */
  abstract onEvents(place: WorkspacePlace, listener: (event: CrumbEvent) => void): () => void;

  /** Calls the listener for each piece of a reply that is being written in the session; returns a function that stops it. */
  abstract onPieces(place: WorkspacePlace, session: string, listener: (piece: TokenPiece) => void): () => void;

  /** The pieces of a turn's reply written so far. */
  abstract readPieces(place: WorkspacePlace, turn: string): Promise<TokenPiece[]>;
}
