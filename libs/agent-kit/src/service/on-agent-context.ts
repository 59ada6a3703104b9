import { Controller, Inject, type Type } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { AgentContext, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { continueTurn, type TurnDependencies } from './continue-turn';
import { TURN_DEPENDENCIES } from './turn-dependencies';

/** Creates the handler of new contexts for this recipient: starts their turns. */
export function onAgentContext(recipient: string): Type {
  @Controller()
  class OnAgentContext {
    constructor(
      @Inject(TURN_DEPENDENCIES) private readonly dependencies: TurnDependencies,
      @Inject(LOGGER) private readonly logger: Logger,
    ) {}

    @OnCrumb(AgentContext, { recipient })
    async handle(context: Crumb<typeof AgentContext>, event: CrumbEvent): Promise<void> {
      const { workspace, traceparent, position } = event;
      const { turn, agent } = context.context;
      const outcome = await continueTurn(
        { workspace, turn: turn.id, position, context, traceparent },
        this.dependencies,
      );
      this.logger.info({ turn: turn.id, agent, outcome }, `turn ${outcome}`);
    }
  }
  return OnAgentContext;
}
