import { Injectable } from '@nestjs/common';
import { Bus } from '@crumbtrail/bus';
import { CallFunction, CrumbError, type FunctionCallReply, type FunctionCallRequest } from '@crumbtrail/contracts';
import { MemoryModel } from '../ports';

/** Longer than the agent-executor lets a model take. */
const ANSWER_WITHIN_MS = 55_000;

/** The models of the agent-executor. */
@Injectable()
export class MemoryModelNats extends MemoryModel {
  constructor(private readonly bus: Bus) {
    super();
  }

  async call(workspace: string, request: FunctionCallRequest): Promise<FunctionCallReply> {
    try {
      return await this.bus.request(CallFunction, workspace, request, { timeoutMs: ANSWER_WITHIN_MS });
    } catch (error) {
      if (!(error instanceof CrumbError) || !error.transient) throw error;
      return { error: { code: 'failed', message: error.message }, model_calls: [] };
    }
  }
}
