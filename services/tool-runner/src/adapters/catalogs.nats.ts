import { Inject, Injectable } from '@nestjs/common';
import { ToolRegistry } from '@crumbtrail/tool-runtime';
import { CrumbStore, isErased, CrumbSnapshots, type WorkspaceStore } from '@crumbtrail/bus';
import {
  contentHash,
  singletonId,
  ToolCatalog,
  ToolConfig,
  ToolDef,
  type Envelope,
  type ToolCatalogV1,
  toJsonObject,
} from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { CATALOG, catalogOf } from '../catalog';
import { SERVICE } from '../config';
import { Catalogs, Runners } from '../ports';
import type { RunFacts } from '../runners/runner-marks';
import { retryConflicts } from './retry-conflicts';

/** Hints that earlier versions gave the catalog, so that no agent saw it. */
const UNSHOWN = contentHash({ format: 'none' });

/** Stores the catalog as a crumb. A new version is written only when it differs. */
@Injectable()
export class CatalogsNats extends Catalogs {
  private readonly definitions: CrumbSnapshots<typeof ToolDef>;
  private readonly configs: CrumbSnapshots<typeof ToolConfig>;

  constructor(
    private readonly store: CrumbStore,
    private readonly tools: ToolRegistry,
    private readonly runners: Runners,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
    this.definitions = new CrumbSnapshots(store, ToolDef);
    this.configs = new CrumbSnapshots(store, ToolConfig);
  }

  refresh(workspace: string, position = 0): Promise<void> {
    return retryConflicts(() => this.refreshOnce(workspace, position));
  }

  private async refreshOnce(workspace: string, at: number): Promise<void> {
    const store = this.store.in(workspace);
    const id = singletonId(workspace, 'catalog', CATALOG);
    const { crumbs, position } = await store.read({ refs: [{ id }], min_position: at });
    const known = crumbs[0] ?? null;
    const wanted = await this.catalogAt(workspace, position);
    const context = toJsonObject(wanted);
    if (known === null) await this.create(store, context);
    else if (!isErased(known)) await this.update(store, known, context);
  }

  private async create(store: WorkspaceStore, context: Record<string, unknown>): Promise<void> {
    await store.commit({ writes: [{ op: 'create', draft: { schema_name: ToolCatalog.name, context } }] });
  }

  private async update(store: WorkspaceStore, known: Envelope, context: Record<string, unknown>): Promise<void> {
    const isHidden = known.llm_hints ? contentHash(known.llm_hints) === UNSHOWN : false;
    if (known.content_hash === contentHash(context) && !isHidden) return;
    if (known.author.id !== SERVICE)
      return this.logger.warn(
        { workspace: known.workspace },
        `the catalog ${CATALOG} belongs to somebody else and is not updated`,
      );
    const patch = { context, ...(isHidden ? { llm_hints: null } : {}) };
    await store.commit({ writes: [{ op: 'update', id: known.id, if_match: known.version, patch }] });
  }

  private async catalogAt(workspace: string, position: number): Promise<ToolCatalogV1> {
    const [definitions, configs] = await Promise.all([
      this.definitions.at(workspace, position),
      this.configs.at(workspace, position),
    ]);
    // A request to a service that is stopped waits for it; one that has never been connected runs nothing.
    const isRun = (facts: RunFacts): boolean => this.runners.isRun(workspace, facts);
    return catalogOf({ definitions, configs, isRun, sources: this.tools.states(workspace) });
  }
}
