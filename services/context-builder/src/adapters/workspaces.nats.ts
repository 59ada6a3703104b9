import { Injectable } from '@nestjs/common';
import { CrumbStore, type StoreScope, type WorkspaceStore } from '@crumbtrail/bus';
import {
  Calibration,
  Chunks,
  type CalibrationRequest,
  type ChunksReply,
  type ChunksRequest,
  type Identity,
  type RetrieveReply,
  type RetrieveRequest,
} from '@crumbtrail/contracts';
import { Workspaces, type BreadcrumbReader, type Learnt, type Snapshot } from '../ports';
import { Calibrations } from './calibrations';

type Wanted = { readonly id: string; readonly version?: number };

const plain = ({ id, version }: Wanted): Wanted => (version === undefined ? { id } : { id, version });

/** Reads over the bus; the store is the first lock. */
class ReaderNats implements BreadcrumbReader {
  private readonly asStation: WorkspaceStore;
  private readonly asClient: WorkspaceStore;

  constructor(
    store: CrumbStore,
    readonly workspace: string,
    private readonly scope: StoreScope,
    private readonly calibrations: Calibrations,
  ) {
    this.asStation = store.in(workspace, { traceparent: scope.traceparent });
    this.asClient = store.in(workspace, scope);
  }

  async read(refs: readonly Wanted[], asOf?: number): Promise<Snapshot> {
    const { crumbs, position, now } = await this.asStation.read({
      refs: refs.map(plain),
      ...(asOf === undefined ? {} : { as_of: asOf, min_position: asOf }),
    });
    return { crumbs, position, now };
  }

  async see(refs: readonly Wanted[]): Promise<Snapshot> {
    const { crumbs, position, now } = await this.asClient.read({ refs: refs.map(plain) });
    return { crumbs, position, now };
  }

  chunks(request: ChunksRequest): Promise<ChunksReply> {
    return this.asClient.ask(Chunks, request);
  }

  retrieve(request: RetrieveRequest): Promise<RetrieveReply> {
    return this.asClient.retrieve(request);
  }

  calibration(request: CalibrationRequest, room: number): Promise<Learnt> {
    const key = JSON.stringify([this.workspace, request.model, request.agent]);
    return this.calibrations.of(key, room, () => this.asStation.ask(Calibration, request));
  }

  async whoAsks(): Promise<Identity | null> {
    return this.scope.key === undefined ? null : this.asClient.whoAmI();
  }
}

/** Opens workspaces of the store. */
@Injectable()
export class WorkspacesNats extends Workspaces {
  private readonly calibrations = new Calibrations();

  constructor(private readonly store: CrumbStore) {
    super();
  }

  reader(workspace: string, as: StoreScope): BreadcrumbReader {
    return new ReaderNats(this.store, workspace, as, this.calibrations);
  }
}
