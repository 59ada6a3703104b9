import { Controller } from '@nestjs/common';
import { RerunStepper } from '@crumbtrail/agent-kit';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { RerunStep, type RerunStepReply, type RerunStepRequest } from '@crumbtrail/contracts/operations/reruns';

/** Does the next model call of a rerun. */
@Controller()
export class OnRerunStep {
  constructor(private readonly reruns: RerunStepper) {}

  @Respond(RerunStep)
  async next(request: RerunStepRequest, { traceparent }: RequestContext): Promise<RerunStepReply> {
    return this.reruns.next(request, traceparent);
  }
}
