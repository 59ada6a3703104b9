import { Controller } from '@nestjs/common';
import { SubqueryTrials } from '@crumbtrail/agent-kit';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { TrySubquery, type SubqueryTrial, type TrySubqueryRequest } from '@crumbtrail/contracts/operations/subqueries';

/** Asks a model with a template that an operator tries. */
@Controller()
export class OnTrySubquery {
  constructor(private readonly trials: SubqueryTrials) {}

  @Respond(TrySubquery)
  async try(request: TrySubqueryRequest, { traceparent }: RequestContext): Promise<SubqueryTrial> {
    return this.trials.run(request, traceparent);
  }
}
