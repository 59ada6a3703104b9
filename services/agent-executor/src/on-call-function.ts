import { Controller } from '@nestjs/common';
import { FunctionCaller } from '@crumbtrail/agent-kit';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { CallFunction, type FunctionCallReply, type FunctionCallRequest } from '@crumbtrail/contracts';

/** Asks an agent's model to call one function. */
@Controller()
export class OnCallFunction {
  constructor(private readonly functions: FunctionCaller) {}

  @Respond(CallFunction)
  async call(request: FunctionCallRequest, { workspace }: RequestContext): Promise<FunctionCallReply> {
    return this.functions.call(workspace, request);
  }
}
