import { Inject, Injectable } from '@nestjs/common';
import { ToolRegistry } from '@crumbtrail/tool-runtime';
import { CrumbStore, isErased, CrumbSnapshots, type WorkspaceStore } from '@crumbtrail/bus';
import {
  contentHash,
  singletonId,
  ToolCatalog,
  ToolConfig,
  ToolDef,
  type ToolCatalogV1,
  toJsonObject,
} from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { CATALOG, catalogOf } from '../catalog';
import { SERVICE } from '../config';
import { Catalogs } from '../ports';
import { retryConflicts } from './retry-conflicts';

/**
 * The catalog is for people: an agent learns of its own tools from its tool mode, and of others from the context
 * source `catalog`.
 */
const UNSHOWN = { format: 'none' } as const;

/** Stores the catalog as a crumb. A new version is written only when it differs. */
@Injectable()
export class CatalogsNats extends Catalogs {
  private readonly definitions: CrumbSnapshots<typeof ToolDef>;
  private readonly configs: CrumbSnapshots<typeof ToolConfig>;

  constructor(
    private readonly store: CrumbStore,
    private readonly tools: ToolRegistry,
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
    else if (!isErased(known) && known.content_hash !== contentHash(context)) {
      if (known.author.id !== SERVICE)
        return this.logger.warn({ workspace }, `the catalog ${CATALOG} belongs to somebody else and is not updated`);
      await store.commit({ writes: [{ op: 'update', id, if_match: known.version, patch: { context } }] });
    }
  }

  private async create(store: WorkspaceStore, context: Record<string, unknown>): Promise<void> {
    const draft = { schema_name: ToolCatalog.name, context, llm_hints: UNSHOWN };
    await store.commit({ writes: [{ op: 'create', draft }] });
  }

  private async catalogAt(workspace: string, position: number): Promise<ToolCatalogV1> {
    const [definitions, configs] = await Promise.all([
      this.definitions.at(workspace, position),
      this.configs.at(workspace, position),
    ]);
    // Whether another service is running is unknown here; a request to a stopped one waits for it.
    const isRun = ({ name, runner = SERVICE }: { name: string; runner?: string }): boolean =>
      runner !== SERVICE || this.tools.find(name) !== undefined;
    return catalogOf({ definitions, configs, isRun, sources: this.tools.states() });
  }
}
