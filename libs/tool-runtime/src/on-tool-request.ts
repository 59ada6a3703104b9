import { Controller, Inject, type Type } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { ToolRequest, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { runTool } from './run/run-tool';
import { ToolDependenciesProvider } from './tool-dependencies';

/** A handler that hears what one service is asked to run, and runs it. `suffix` tells its durable from the service's others. */
export function onToolRequest(recipient: string, suffix?: string): Type<unknown> {
  @Controller()
  class OnToolRequest {
    constructor(
      @Inject(ToolDependenciesProvider) private readonly dependencies: ToolDependenciesProvider,
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
