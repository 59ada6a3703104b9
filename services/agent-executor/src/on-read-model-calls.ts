import { Controller } from '@nestjs/common';
import { ModelCallReader } from '@crumbtrail/agent-kit';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { type RequestOf } from '@crumbtrail/contracts';
import { ReadModelCalls, type ModelCallsReply } from '@crumbtrail/contracts/operations/model-calls';

/** Says what the model was sent in each call of a turn. */
@Controller()
export class OnReadModelCalls {
  constructor(private readonly calls: ModelCallReader) {}

  @Respond(ReadModelCalls)
  async read(request: RequestOf<typeof ReadModelCalls>, { traceparent }: RequestContext): Promise<ModelCallsReply> {
    return this.calls.read({ ...request, ...(traceparent !== undefined && { traceparent }) });
  }
}
