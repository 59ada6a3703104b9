import { Controller, Inject, type Type } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { ToolTry, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { runTool, type ToolDependencies } from './run/run-tool';
import { TOOL_DEPENDENCIES } from './tool-dependencies';

/** Creates the handler of an operator's trial runs of one service's tools; they run like the requests of turns. */
export function onToolTry(recipient: string): Type<unknown> {
  @Controller()
  class OnToolTry {
    constructor(
      @Inject(TOOL_DEPENDENCIES) private readonly dependencies: ToolDependencies,
      @Inject(LOGGER) private readonly logger: Logger,
    ) {}

    @OnCrumb(ToolTry, { recipient, suffix: 'tries' })
    async handle(request: Crumb<typeof ToolTry>, { workspace, traceparent }: CrumbEvent): Promise<void> {
      const outcome = await runTool({ workspace, request, traceparent }, this.dependencies);
      const { tool } = request.context;
      this.logger.info({ request: request.id, tool, by: request.author.id, outcome }, `${tool}, tried: ${outcome}`);
    }
  }
  return OnToolTry;
}
