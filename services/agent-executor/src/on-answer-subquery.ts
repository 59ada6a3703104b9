import { Controller } from '@nestjs/common';
import { SubqueryAnswerer } from '@crumbtrail/agent-kit';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { AnswerSubquery, type SubqueryReply, type SubqueryRequest } from '@crumbtrail/contracts';

/** Asks a model for a tool of a turn. */
@Controller()
export class OnAnswerSubquery {
  constructor(private readonly subqueries: SubqueryAnswerer) {}

  @Respond(AnswerSubquery)
  async answer(request: SubqueryRequest, { traceparent }: RequestContext): Promise<SubqueryReply> {
    return this.subqueries.answer(request, traceparent);
  }
}
