import { Injectable } from '@nestjs/common';
import {
  CrumbError,
  type CrumbEvent,
  type Operation,
  type RequestOf,
  sha256,
  type TokenPiece,
  WhoAmI,
} from '@crumbtrail/contracts';
import { type MovedWorkspace, MoveWorkspace } from '@crumbtrail/contracts/operations/keys';
import { CellDirectory, HOME_CELL, type LocatedIdentity, type WorkspacePlace } from '../cells/cell-directory';
import { findFirstCell } from '../cells/find-first-cell';
import { retryWhileMoving } from '../cells/retry-while-moving';
import { WorkspaceSubscriptions } from '../cells/workspace-subscriptions';
import type { Caller } from '../http/caller';
import { SharedSubscriptions } from '../live/shared-subscriptions';
import { type GatewayRequestOptions, ServiceRequests } from '../ports';
import { Cells } from './cells';

/** The workspace of requests without one: the store finds the workspace by the key. */
const ANY_WORKSPACE = 'default';

const GATEWAY_TIMEOUT_MS = 2_000;

/** How long a cell may take to say whether it knows a key, where there are several, in milliseconds. */
const LOOK_UP_WITHIN_MS = 5_000;

/** How long a move may take, in milliseconds: the copy takes as long as the workspace is large. */
const MOVE_WITHIN_MS = 1_800_000;

/** A request with its caller's key. */
interface KeyedRequest<Request, Reply> {
  readonly operation: Operation<Request, Reply>;
  readonly caller: Caller;
  readonly request: NoInfer<Request>;
  readonly timeoutMs?: number;
}

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof CrumbError && codes.includes(error.code);

/** {@link ServiceRequests} over the NATS servers of one cell or several. A request follows its workspace to the cell where that is. */
@Injectable()
export class NatsRequests extends ServiceRequests {
  private readonly directory = new CellDirectory(
    (workspace) => this.subscriptions.follow(workspace),
    () => performance.now(),
  );

  private readonly subscriptions = new WorkspaceSubscriptions(this.directory);

  private readonly events = new SharedSubscriptions<CrumbEvent>((name) => {
    const [cell = HOME_CELL, workspace = ''] = name.split('/');
    return (listener) =>
      this.subscriptions.add({ cell, workspace }, (now) =>
        this.cellsByName.get(now).subscribe((bus) => bus.subscribeEvents(workspace, listener)),
      );
  });

  constructor(private readonly cellsByName: Cells) {
    super();
  }

  get cells(): readonly string[] {
    return this.cellsByName.names;
  }

  async identify(caller: Caller): Promise<LocatedIdentity> {
    return this.directory.find(sha256(caller.key)) ?? this.identifyUncached(caller);
  }

  async identifyUncached(caller: Caller): Promise<LocatedIdentity> {
    return retryWhileMoving(() => this.lookUp(caller));
  }

  async request<Request, Reply>(
    operation: Operation<Request, Reply>,
    caller: Caller,
    request: Request,
  ): Promise<Reply> {
    return retryWhileMoving(() => this.sendToWorkspace({ operation, caller, request }));
  }

  /** It is not sent again while another move of the workspace runs, because that can take long. */
  async moveWorkspace(caller: Caller, request: RequestOf<typeof MoveWorkspace>): Promise<MovedWorkspace> {
    const from = await this.identify(caller);
    await this.cellsByName.requireAnswering(request.to);
    const asked = { operation: MoveWorkspace, caller, request, timeoutMs: MOVE_WITHIN_MS };
    const moved = await this.sendToWorkspace(asked);
    this.directory.recordMove(from, moved.cell);
    return moved;
  }

  async requestAsGateway<Request, Reply>(
    operation: Operation<Request, Reply>,
    request: Request,
    { timeoutMs = GATEWAY_TIMEOUT_MS, cell = HOME_CELL }: GatewayRequestOptions = {},
  ): Promise<Reply> {
    return this.cellsByName.get(cell).bus.request(operation, ANY_WORKSPACE, request, { timeoutMs });
  }

  onDefinitions(listener: () => void): () => void {
    const stops = this.cellsByName.all.map((cell) => cell.subscribe((bus) => bus.subscribeDefinitions(listener)));
    return () => stops.forEach((stop) => stop());
  }

  onEvents({ cell, workspace }: WorkspacePlace, listener: (event: CrumbEvent) => void): () => void {
    return this.events.subscribe(`${cell}/${workspace}`, listener);
  }

  onPieces(place: WorkspacePlace, session: string, listener: (piece: TokenPiece) => void): () => void {
    return this.subscriptions.add(place, (now) =>
      this.cellsByName.get(now).subscribe((bus) => bus.subscribePieces(place.workspace, session, listener)),
    );
  }

  async readPieces(place: WorkspacePlace, turn: string): Promise<TokenPiece[]> {
    return this.cellsByName.get(this.directory.cellOf(place)).bus.requestPieces(place.workspace, turn);
  }

  /** Sends to the cell that knew the key last; where it no longer does, to the one that does now. */
  private async sendToWorkspace<Request, Reply>(asked: KeyedRequest<Request, Reply>): Promise<Reply> {
    const { caller } = asked;
    const place = this.directory.find(sha256(caller.key)) ?? (await this.lookUp(caller));
    try {
      return await this.send(asked, place);
    } catch (error) {
      if (hasCode(error, 'moving', 'unauthenticated')) this.directory.expire(sha256(caller.key));
      if (!hasCode(error, 'unauthenticated') || this.cells.length === 1) throw error;
      const now = await this.lookUpAfter(error, caller);
      if (now.cell === place.cell) throw error;
      return this.send(asked, now);
    }
  }

  /** Throws the refusal of the request where no cell knows the key any more: it says why. */
  private async lookUpAfter(refusal: unknown, caller: Caller): Promise<LocatedIdentity> {
    try {
      return await this.lookUp(caller);
    } catch (error) {
      throw hasCode(error, 'unauthenticated') ? refusal : error;
    }
  }

  /** Finds the cell that knows the key. */
  private async lookUp(caller: Caller): Promise<LocatedIdentity> {
    const { all } = this.cellsByName;
    const timeout = all.length === 1 ? {} : { timeoutMs: LOOK_UP_WITHIN_MS };
    try {
      const lookUps = all.map(async ({ name: cell }): Promise<LocatedIdentity> => {
        const asked = { operation: WhoAmI, caller, request: {}, ...timeout };
        return { ...(await this.send(asked, { cell, workspace: ANY_WORKSPACE })), cell };
      });
      const located = await findFirstCell(lookUps);
      this.directory.record(sha256(caller.key), located);
      return located;
    } catch (error) {
      if (hasCode(error, 'unauthenticated')) this.directory.remove(sha256(caller.key));
      throw error;
    }
  }

  private send<Request, Reply>(
    { operation, caller: { key, traceparent }, request, timeoutMs }: KeyedRequest<Request, Reply>,
    { cell, workspace }: WorkspacePlace,
  ): Promise<Reply> {
    const trace = traceparent ? { traceparent } : {};
    const limit = timeoutMs === undefined ? {} : { timeoutMs };
    return this.cellsByName.get(cell).bus.request(operation, workspace, request, { key, ...trace, ...limit });
  }
}
