import { Inject, Injectable } from '@nestjs/common';
import { ToolRegistry, type Tool } from '@crumbtrail/tool-runtime';
import { CrumbSnapshots, CrumbStore } from '@crumbtrail/bus';
import { CrumbError, singletonId, ToolDef, type ProblemCode } from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { definitionWrites, withdrawalWrites } from '../definitions';
import { Definitions } from '../ports';
import { retryConflicts } from './retry-conflicts';

/** Number of definitions that are read and written together: even with the longest schemas they fit into one commit. */
const TOGETHER = 64;
/** Problems of a definition itself. */
const UNFIT: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['invalid_payload', 'unsafe_json', 'too_large']);

/**
 * Stores the definitions of our tools as crumbs. A definition that the store refuses is logged and does not prevent the
 * others.
 */
@Injectable()
export class DefinitionsNats extends Definitions {
  private readonly stored: CrumbSnapshots<typeof ToolDef>;

  constructor(
    private readonly store: CrumbStore,
    private readonly tools: ToolRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
    this.stored = new CrumbSnapshots(store, ToolDef);
  }

  async leave(workspace: string): Promise<void> {
    const ours = this.tools.all(workspace);
    let written = 0;
    for (let at = 0; at < ours.length; at += TOGETHER)
      written += await this.leaveSome(workspace, ours.slice(at, at + TOGETHER));
    if (written > 0) this.logger.info({ workspace, written }, `published ${written} tool definitions in ${workspace}`);
    if (this.tools.hasSourcesOf(workspace)) await retryConflicts(() => this.withdraw(workspace));
  }

  /** Tools of servers that are no longer there are offered to nobody. */
  private async withdraw(workspace: string): Promise<void> {
    const store = this.store.in(workspace);
    const { position } = await store.read({ refs: [] });
    const writes = withdrawalWrites(await this.stored.at(workspace, position), (definition) =>
      this.tools.whyWithdrawn(workspace, definition),
    );
    for (let at = 0; at < writes.length; at += TOGETHER)
      await store.commit({ writes: writes.slice(at, at + TOGETHER) });
  }

  private async leaveSome(workspace: string, some: readonly Tool[]): Promise<number> {
    try {
      return await retryConflicts(() => this.leaveOnce(workspace, some));
    } catch (error) {
      if (!(error instanceof CrumbError) || !UNFIT.has(error.code)) throw error;
      const [only, ...others] = some;
      if (others.length === 0) return this.tell(workspace, only, error);
    }
    let written = 0;
    for (const one of some) written += await this.leaveSome(workspace, [one]);
    return written;
  }

  private tell(workspace: string, tool: Tool | undefined, err: CrumbError): number {
    const name = tool?.definition.name;
    this.logger.error({ workspace, tool: name, err }, `the tool ${name} could not be published: ${err.message}`);
    return 0;
  }

  private async leaveOnce(workspace: string, some: readonly Tool[]): Promise<number> {
    const store = this.store.in(workspace);
    const refs = some.map(({ definition }) => ({ id: singletonId(workspace, 'tool', definition.name) }));
    const { crumbs } = await store.read({ refs });
    const writes = definitionWrites(
      some.map(({ definition }, at) => ({ wanted: definition, known: crumbs[at] ?? null })),
    );
    if (writes.length > 0) await store.commit({ writes });
    return writes.length;
  }
}
