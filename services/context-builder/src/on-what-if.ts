import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { WhatIf, type WhatIfReply } from '@crumbtrail/contracts';
import { Workspaces } from './ports';
import { loadRecordedSources, loadRecordedContext } from './explain/load-recorded';
import { restoreBuild } from './explain/restore';
import { checkBudgets, reachedBudget, simulateBudgets } from './explain/what-if';

/** Answers which of a context's candidates other budgets would let in. */
@Controller()
export class OnWhatIf {
  constructor(private readonly workspaces: Workspaces) {}

  @Respond(WhatIf)
  async answer(
    request: { readonly context: string; readonly budgets: readonly number[] },
    from: RequestContext,
  ): Promise<WhatIfReply> {
    const budgets = checkBudgets(request.budgets);
    const reader = this.workspaces.reader(from.workspace, { key: from.key, traceparent: from.traceparent });
    const recorded = await loadRecordedContext(request.context, reader);
    const material = await loadRecordedSources(recorded, recorded.items.filter(reachedBudget), reader);
    return simulateBudgets(recorded, restoreBuild(recorded, material), budgets);
  }
}
