import { Injectable } from '@nestjs/common';
import { Bus } from '@crumbtrail/bus';
import { AnswerSubquery, type SubqueryReply, type SubqueryRequest } from '@crumbtrail/contracts';
import { ToolModels, type AskingLimits } from '../ports';
import { requestUntilAnswered } from './request-until-answered';

/** Asks the agent-executor, which has the models. A process that ends meanwhile has stored nothing, so another one is asked. */
@Injectable()
export class ToolModelsNats extends ToolModels {
  constructor(private readonly bus: Bus) {
    super();
  }

  ask(request: SubqueryRequest, limits: AskingLimits): Promise<SubqueryReply> {
    const { workspace } = request;
    return requestUntilAnswered({ bus: this.bus, operation: AnswerSubquery, workspace }, request, limits);
  }
}
