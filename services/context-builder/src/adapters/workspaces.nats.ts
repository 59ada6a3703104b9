import { Injectable } from '@nestjs/common';
import { CrumbStore, CrumbSnapshots, type StoreScope, type WorkspaceStore } from '@crumbtrail/bus';
import {
  AgentDef,
  Calibration,
  Chunks,
  PrefetchPreview,
  PreviousPacking,
  type AgentName,
  type CalibrationRequest,
  type ChunksReply,
  type ChunksRequest,
  type Envelope,
  type Identity,
  LoreBook,
  LoreEntry,
  type PreviousPackingReply,
  type PreviousPackingRequest,
  type RetrieveReply,
  type RetrieveRequest,
  SessionActivity,
  singletonId,
  type SessionActivityReply,
  type SessionActivityRequest,
  ToolConfig,
  ToolDef,
  unpackCandidates,
  type Viewer,
} from '@crumbtrail/contracts';
import {
  WorkspaceReaders,
  type WorkspaceReader,
  type CrumbRef,
  type ExpectedRetrieval,
  type PrefetchedPreview,
  type LearnedCalibration,
  type WorkspaceSnapshot,
  type FoundCrumb,
} from '../ports';
import { asContract } from '../gather/build-input';
import { applyToolConfigs, type DefinedTool } from '../plan/tool-selection';
import { AppliedLoreCache, type AppliedLore, type NamedBook } from '../scene/applied-lore';
import { Calibrations } from './calibrations';

/** The most results that the store returns for one search. */
const MOST_FOUND = 100;

const toPlainRef = ({ id, version }: CrumbRef): CrumbRef => (version === undefined ? { id } : { id, version });

/** What is remembered from one build to the next. */
interface ReaderCaches {
  readonly calibrations: Calibrations;
  readonly tools: CrumbSnapshots<typeof ToolDef>;
  readonly configs: CrumbSnapshots<typeof ToolConfig>;
  readonly lore: {
    readonly books: CrumbSnapshots<typeof LoreBook>;
    readonly entries: CrumbSnapshots<typeof LoreEntry>;
    readonly applied: AppliedLoreCache;
  };
}

/** Reads over the bus. The store filters by what the caller may read. */
class ReaderNats implements WorkspaceReader {
  private readonly asService: WorkspaceStore;
  private readonly asClient: WorkspaceStore;

  constructor(
    store: CrumbStore,
    readonly workspace: string,
    private readonly scope: StoreScope,
    private readonly caches: ReaderCaches,
  ) {
    this.asService = store.in(workspace, { traceparent: scope.traceparent });
    this.asClient = store.in(workspace, scope);
  }

  async read(refs: readonly CrumbRef[], asOf?: number): Promise<WorkspaceSnapshot> {
    const { crumbs, position, now } = await this.asService.read({
      refs: refs.map(toPlainRef),
      ...(asOf === undefined ? {} : { as_of: asOf, min_position: asOf }),
    });
    return { crumbs, position, now };
  }

  async readAsClient(refs: readonly CrumbRef[], asOf?: number): Promise<WorkspaceSnapshot> {
    const { crumbs, position, now } = await this.asClient.read({
      refs: refs.map(toPlainRef),
      ...(asOf === undefined ? {} : { as_of: asOf, min_position: asOf }),
    });
    return { crumbs, position, now };
  }

  async readForBoth({
    client,
    service,
  }: Parameters<WorkspaceReader['readForBoth']>[0]): ReturnType<WorkspaceReader['readForBoth']> {
    if (this.scope.key === undefined) {
      const { crumbs } = await this.read([...client, ...service]);
      return { client: crumbs.slice(0, client.length), service: crumbs.slice(client.length) };
    }
    const [seen, read] = await Promise.all([this.readAsClient(client), this.read(service)]);
    return { client: seen.crumbs, service: read.crumbs };
  }

  async searchAsClient(words: string, session?: string): Promise<readonly FoundCrumb[]> {
    const filter = session === undefined ? {} : { filter: { session } };
    const { results } = await this.asClient.search({ query: words, mode: 'text', limit: MOST_FOUND, ...filter });
    return results.map(({ breadcrumb, scores: { date = 0, speaker = 0 } }) => ({
      crumb: breadcrumb,
      named: date + speaker,
      isNamedByTime: date > 0 && speaker === 0,
    }));
  }

  async newestAsClient(session: string, limit: number): Promise<readonly Envelope[]> {
    return (await this.asClient.list({ session, limit })).crumbs;
  }

  chunks(request: ChunksRequest): Promise<ChunksReply> {
    return this.asClient.request(Chunks, request);
  }

  retrieve(request: RetrieveRequest): Promise<RetrieveReply> {
    return this.asClient.retrieve(request);
  }

  async prefetch(
    refs: readonly CrumbRef[],
    asOf: number | undefined,
    expected: ExpectedRetrieval,
  ): Promise<PrefetchedPreview> {
    const read = { refs: refs.map(toPlainRef), ...(asOf === undefined ? {} : { as_of: asOf }) };
    const reply = await this.asClient.request(PrefetchPreview, { read, retrieve: expected });
    const { crumbs, position, now } = reply.read;
    return { snapshot: { crumbs, position, now }, identity: reply.identity, found: unpackCandidates(reply.found) };
  }

  calibration(request: CalibrationRequest, spareQueries: number): Promise<LearnedCalibration> {
    const key = JSON.stringify([this.workspace, request.model, request.agent]);
    return this.caches.calibrations.get(key, spareQueries, () => this.asService.request(Calibration, request));
  }

  async tools(asOf: number): Promise<{ defined: readonly DefinedTool[]; queries: number }> {
    const { tools, configs } = this.caches;
    const [defined, configurations] = await Promise.all([
      tools.at(this.workspace, asOf, this.scope.traceparent),
      configs.at(this.workspace, asOf, this.scope.traceparent),
    ]);
    return { defined: applyToolConfigs(defined, configurations), queries: 2 };
  }

  async agentNames(agents: readonly string[], asOf: number): Promise<readonly AgentName[]> {
    const refs = agents.map((id) => ({ id: singletonId(this.workspace, 'agent', id) }));
    const { crumbs } = await this.read(refs, asOf);
    return crumbs.flatMap((crumb) => {
      const { agent, name } = asContract(AgentDef, crumb)?.context ?? {};
      return agent !== undefined && name !== undefined ? [{ id: agent, name }] : [];
    });
  }

  previousPacking(request: PreviousPackingRequest): Promise<PreviousPackingReply> {
    return this.asService.request(PreviousPacking, request);
  }

  sessionActivity(request: SessionActivityRequest): Promise<SessionActivityReply> {
    return this.asService.request(SessionActivity, request);
  }

  async lore(
    asOf: number,
    named: readonly NamedBook[],
    viewers: readonly Viewer[],
  ): Promise<{ applied: AppliedLore; queries: number }> {
    const { books, entries, applied } = this.caches.lore;
    const [allBooks, allEntries] = await Promise.all([
      books.at(this.workspace, asOf, this.scope.traceparent),
      entries.at(this.workspace, asOf, this.scope.traceparent),
    ]);
    return { applied: applied.get({ books: allBooks, entries: allEntries }, named, viewers), queries: 2 };
  }

  async identify(): Promise<Identity | null> {
    return this.scope.key === undefined ? null : this.asClient.whoAmI();
  }
}

/** Opens workspaces of the store. */
@Injectable()
export class WorkspacesNats extends WorkspaceReaders {
  private readonly caches: ReaderCaches;

  constructor(private readonly store: CrumbStore) {
    super();
    this.caches = {
      calibrations: new Calibrations(),
      tools: new CrumbSnapshots(store, ToolDef),
      configs: new CrumbSnapshots(store, ToolConfig),
      lore: {
        books: new CrumbSnapshots(store, LoreBook),
        entries: new CrumbSnapshots(store, LoreEntry),
        applied: new AppliedLoreCache(),
      },
    };
  }

  reader(workspace: string, as: StoreScope): WorkspaceReader {
    return new ReaderNats(this.store, workspace, as, this.caches);
  }
}
