import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { ScopeAdvance, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { SummaryStore, WorkspaceReaders } from './ports';
import { summariseScope } from './summarise/summarise-scope';

/** Summarises the scope that ends where a new one begins; no turn waits for it. */
@Controller()
export class OnScopeAdvance {
  constructor(
    private readonly workspaces: WorkspaceReaders,
    private readonly summaries: SummaryStore,
  ) {}

  @OnCrumb(ScopeAdvance, { suffix: 'scopes', slots: 1, skipsImported: true })
  async handle(advance: Crumb<typeof ScopeAdvance>, { workspace, traceparent }: CrumbEvent): Promise<void> {
    const { id, version, session, position, context } = advance;
    if (session === undefined) return;
    const reader = this.workspaces.reader(workspace, { traceparent });
    const scope = { session, level: context.scope, until: position, cause: { id, version } };
    await summariseScope(reader, this.summaries, scope);
  }
}
