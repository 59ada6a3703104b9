import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { WhatIf, type WhatIfReply } from '@crumbtrail/contracts/operations/recorded-contexts';
import { BuildCaches } from './build-caches';
import { loadRecordedContext, loadRecordedSources } from './explain/load-recorded';
import { restoreBuild } from './explain/restore';
import { checkBudgets, reachedBudget, simulateBudgets } from './explain/what-if';
import { WorkspaceReaders } from './ports';

/** Returns which candidates of a recorded context would enter it with other budgets. */
@Controller()
export class OnWhatIf {
  constructor(
    private readonly workspaces: WorkspaceReaders,
    private readonly caches: BuildCaches,
  ) {}

  @Respond(WhatIf)
  async answer(
    request: { readonly context: string; readonly budgets: readonly number[] },
    from: RequestContext,
  ): Promise<WhatIfReply> {
    const budgets = checkBudgets(request.budgets);
    const reader = this.workspaces.reader(from.workspace, { key: from.key, traceparent: from.traceparent });
    const recorded = await loadRecordedContext(request.context, reader);
    const sources = await loadRecordedSources(recorded, recorded.items.filter(reachedBudget), reader);
    return simulateBudgets(recorded, restoreBuild(recorded, sources, this.caches), budgets);
  }
}
