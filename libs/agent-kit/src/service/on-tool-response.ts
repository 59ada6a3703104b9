import { Controller, Inject, type Type } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { ToolResponse, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { continueTurn, type TurnDependencies } from './continue-turn';
import { TURN_DEPENDENCIES } from './turn-dependencies';

/** Creates the handler of tool responses for this recipient: continues their turns. */
export function onToolResponse(recipient: string): Type {
  @Controller()
  class OnToolResponse {
    constructor(
      @Inject(TURN_DEPENDENCIES) private readonly dependencies: TurnDependencies,
      @Inject(LOGGER) private readonly logger: Logger,
    ) {}

    @OnCrumb(ToolResponse, { recipient, suffix: 'results' })
    async handle(response: Crumb<typeof ToolResponse>, event: CrumbEvent): Promise<void> {
      const { workspace, traceparent, position } = event;
      const { turn, agent, tool } = response.context;
      const outcome = await continueTurn({ workspace, turn: turn.id, position, traceparent }, this.dependencies);
      this.logger.info({ turn: turn.id, agent, tool, outcome }, `turn ${outcome}`);
    }
  }
  return OnToolResponse;
}
