import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Bus } from '@crumbtrail/bus';
import { AnswerSubquery, CrumbError, type SubqueryReply, type SubqueryRequest } from '@crumbtrail/contracts';
import { ToolModels, type AskingLimits } from '../ports';

/** Longer than the executor takes for an answer, so that only a process that is gone is not waited for. */
const REPLY_WITHIN_MS = 55_000;
const RETRY_AFTER_MS = 1_000;

/** Asks the agent-executor, which has the models. A process that ends meanwhile has stored nothing, so another one is asked. */
@Injectable()
export class ToolModelsNats extends ToolModels {
  constructor(private readonly bus: Bus) {
    super();
  }

  async ask(request: SubqueryRequest, { deadline, signal, traceparent }: AskingLimits): Promise<SubqueryReply> {
    for (;;) {
      try {
        return await this.bus.request(AnswerSubquery, request.workspace, request, {
          timeoutMs: REPLY_WITHIN_MS,
          ...(traceparent !== undefined && { traceparent }),
        });
      } catch (error) {
        const mayRetry = error instanceof CrumbError && error.code === 'unavailable' && Date.now() < deadline;
        if (!mayRetry) throw error;
        await wait(RETRY_AFTER_MS, undefined, { signal });
      }
    }
  }
}
