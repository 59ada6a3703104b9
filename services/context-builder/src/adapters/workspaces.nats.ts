import { Injectable } from '@nestjs/common';
import { CrumbStore, type StoreScope, type WorkspaceStore } from '@crumbtrail/bus';
import {
  Calibration,
  Chunks,
  type CalibrationReply,
  type CalibrationRequest,
  type ChunksReply,
  type ChunksRequest,
  type Identity,
  type RetrieveReply,
  type RetrieveRequest,
} from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import { Workspaces, type BreadcrumbReader, type Snapshot } from '../ports';

type Wanted = { readonly id: string; readonly version?: number };

const plain = ({ id, version }: Wanted): Wanted => (version === undefined ? { id } : { id, version });

/** What bills taught, by workspace and model. Learning is slow, so an answer may be some seconds old. */
type Learnt = LRUCache<string, CalibrationReply>;
const LEARNT = { max: 1_000, ttl: 20_000 };

/** Reads over the bus; the store is the first lock. */
class ReaderNats implements BreadcrumbReader {
  private readonly asStation: WorkspaceStore;
  private readonly asClient: WorkspaceStore;

  constructor(
    store: CrumbStore,
    readonly workspace: string,
    private readonly scope: StoreScope,
    private readonly learnt: Learnt,
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

  async calibration(request: CalibrationRequest): Promise<CalibrationReply> {
    const key = JSON.stringify([this.workspace, request.model, request.agent]);
    const known = this.learnt.get(key) ?? (await this.asStation.ask(Calibration, request));
    this.learnt.set(key, known, { noUpdateTTL: true });
    return known;
  }

  async whoAsks(): Promise<Identity | null> {
    return this.scope.key === undefined ? null : this.asClient.whoAmI();
  }
}

/** Opens workspaces of the store. */
@Injectable()
export class WorkspacesNats extends Workspaces {
  private readonly learnt: Learnt = new LRUCache(LEARNT);

  constructor(private readonly store: CrumbStore) {
    super();
  }

  reader(workspace: string, as: StoreScope): BreadcrumbReader {
    return new ReaderNats(this.store, workspace, as, this.learnt);
  }
}
