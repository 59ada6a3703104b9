import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { WhatIf, type WhatIfReply } from '@crumbtrail/contracts';
import { Workspaces } from './ports';
import { gatherMaterial, gatherRecord } from './explain/load-recorded';
import { recollect } from './explain/restore';
import { checkBudgets, competed, whatIf } from './explain/what-if';

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
    const recorded = await gatherRecord(request.context, reader);
    const material = await gatherMaterial(recorded, recorded.items.filter(competed), reader);
    return whatIf(recorded, recollect(recorded, material), budgets);
  }
}
