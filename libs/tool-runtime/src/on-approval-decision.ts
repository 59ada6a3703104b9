import { Controller, Inject, type Type } from '@nestjs/common';
import { CrumbStore, OnCrumb } from '@crumbtrail/bus';
import { ApprovalDecision, CrumbError, ToolRequest, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { runTool, type ToolDependencies } from './run/run-tool';
import { TOOL_DEPENDENCIES } from './tool-dependencies';

/** People decide seldom: few runs at once are enough. */
const SLOTS = 2;

/** Creates the handler of decisions about the tool requests of one service: it runs those that were approved, and answers the others. */
export function onApprovalDecision(recipient: string): Type<unknown> {
  @Controller()
  class OnApprovalDecision {
    constructor(
      private readonly store: CrumbStore,
      @Inject(TOOL_DEPENDENCIES) private readonly dependencies: ToolDependencies,
      @Inject(LOGGER) private readonly logger: Logger,
    ) {}

    @OnCrumb(ApprovalDecision, { recipient, suffix: 'approvals', slots: SLOTS })
    async handle({ context, author }: Crumb<typeof ApprovalDecision>, event: CrumbEvent): Promise<void> {
      const { workspace, traceparent, position } = event;
      const request = await this.requestOf(context.request.id, event);
      if (!request) return;
      const outcome = await runTool({ workspace, request: { ...request, position }, traceparent }, this.dependencies);
      const { tool, agent, turn } = request.context;
      const fields = { request: request.id, turn: turn.id, tool, agent, by: author.id, outcome };
      this.logger.info(fields, `${tool}, ${context.decision}: ${outcome}`);
    }

    /** Null if it was erased. */
    private async requestOf(
      id: string,
      { workspace, traceparent, position }: CrumbEvent,
    ): Promise<Crumb<typeof ToolRequest> | null> {
      try {
        return await this.store.in(workspace, { traceparent }).readOne(ToolRequest, id, { min_position: position });
      } catch (error) {
        if (error instanceof CrumbError && error.code === 'erased') return null;
        throw error;
      }
    }
  }
  return OnApprovalDecision;
}
