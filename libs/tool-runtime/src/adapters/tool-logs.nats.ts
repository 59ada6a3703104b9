import { Inject, Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import type { Fence, ToolDefV1 } from '@crumbtrail/contracts';
import { TOOL_RUNNER } from '../run/check-request';
import { PermittedLog } from '../run/permitted-log';
import { isTurnRequest, ToolLogs, type ReceivedToolRequest } from '../ports';
import type { ToolLog } from '../tool-log';
import { TOOLS_OPTIONS, type ToolsOptions } from '../tools-options';
import { RequestLog } from './request-log';

/** Creates the log of one request, with the permissions of its tool. */
@Injectable()
export class ToolLogsNats extends ToolLogs {
  constructor(
    private readonly store: CrumbStore,
    @Inject(TOOLS_OPTIONS) private readonly options: ToolsOptions,
  ) {
    super();
  }

  forRequest(received: ReceivedToolRequest, permissions: ToolDefV1['permissions'], { key, fence }: Fence): ToolLog {
    const { workspace, traceparent, request } = received;
    const store = this.store.in(workspace, { traceparent });
    // The service acts for the requesting agent, or with its own rights when an operator tries a tool; an agent that is a service acts for itself.
    const viewer = this.options.runner === TOOL_RUNNER && isTurnRequest(request) ? request.context.agent : undefined;
    const log = new RequestLog(store, received, {
      runner: this.options.runner,
      viewer,
      // An ActiveClaim has more fields than a fence on the wire.
      fence: { key, fence },
    });
    return new PermittedLog(log, request.context.tool, permissions);
  }
}
