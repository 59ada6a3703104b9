import { Controller, Inject, type Type } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { ToolRequest, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { runTool, type ToolDependencies } from './run/run-tool';
import { TOOL_DEPENDENCIES } from './tool-dependencies';

/** Creates the handler of the tool requests for one service. `suffix` distinguishes its durable consumer from the service's others. */
export function onToolRequest(recipient: string, suffix?: string): Type<unknown> {
  @Controller()
  class OnToolRequest {
    constructor(
      @Inject(TOOL_DEPENDENCIES) private readonly dependencies: ToolDependencies,
      @Inject(LOGGER) private readonly logger: Logger,
    ) {}

    @OnCrumb(ToolRequest, { recipient, suffix })
    async handle(request: Crumb<typeof ToolRequest>, event: CrumbEvent): Promise<void> {
      const { workspace, traceparent } = event;
      const outcome = await runTool({ workspace, request, traceparent }, this.dependencies);
      const { tool, agent, turn } = request.context;
      this.logger.info({ request: request.id, turn: turn.id, tool, agent, outcome }, `${tool}: ${outcome}`);
    }
  }
  return OnToolRequest;
}
