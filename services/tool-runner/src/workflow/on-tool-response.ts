import { Controller, Inject } from '@nestjs/common';
import {
  PostponedRuns,
  runTool,
  TOOL_DEPENDENCIES,
  TOOL_RUNNER,
  type ToolDependencies,
} from '@crumbtrail/tool-runtime';
import { CrumbStore, OnCrumb } from '@crumbtrail/bus';
import { CrumbError, ToolRequest, ToolResponse, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { WORKFLOW } from './plan';

/** Runs a postponed tool again when a tool that it requested has answered. */
@Controller()
export class OnToolResponse {
  constructor(
    private readonly store: CrumbStore,
    @Inject(TOOL_DEPENDENCIES) private readonly dependencies: ToolDependencies,
    private readonly postponed: PostponedRuns,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @OnCrumb(ToolResponse, { recipient: TOOL_RUNNER, suffix: 'parts' })
  async handle(response: Crumb<typeof ToolResponse>, { workspace, traceparent, position }: CrumbEvent): Promise<void> {
    const request = await this.parentOf(response, { workspace, traceparent, position });
    if (!request) return;
    const outcome = await runTool({ workspace, request, traceparent }, this.dependencies);
    if (outcome !== 'goes on later') this.postponed.cancel(request.id);
    const { tool, agent, turn } = request.context;
    this.logger.info({ request: request.id, turn: turn.id, tool, agent, outcome }, `${tool}: ${outcome}`);
  }

  /** The parent of the answered request; null if it has none, does not wait for this answer here, or was erased. */
  private async parentOf(
    { context }: Crumb<typeof ToolResponse>,
    { workspace, traceparent, position }: Pick<CrumbEvent, 'workspace' | 'traceparent' | 'position'>,
  ): Promise<Crumb<typeof ToolRequest> | null> {
    const store = this.store.in(workspace, { traceparent });
    try {
      const part = await store.readOne(ToolRequest, context.request.id, { min_position: position });
      const { parent, approval } = part?.context ?? {};
      if (!parent) return null;
      const request = await store.readOne(ToolRequest, parent.id, { min_position: position });
      // A tool that asked a person while it runs reads the answer itself; a workflow does not run meanwhile.
      return approval === undefined || request?.context.tool === WORKFLOW ? request : null;
    } catch (error) {
      if (error instanceof CrumbError && error.code === 'erased') return null;
      throw error;
    }
  }
}
