import { Controller, Inject, type Type } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { ToolTry, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { runTool } from './run/run-tool';
import { ToolDependenciesProvider } from './tool-dependencies';

/** A handler that hears what operators try of one service's tools, and runs it as it runs requests of turns. */
export function onToolTry(recipient: string): Type<unknown> {
  @Controller()
  class OnToolTry {
    constructor(
      @Inject(ToolDependenciesProvider) private readonly dependencies: ToolDependenciesProvider,
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
