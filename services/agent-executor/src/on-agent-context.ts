import { Controller, Inject } from '@nestjs/common';
import { Hears } from '@crumbtrail/bus';
import { AgentContext, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { answer } from './pipeline';
import { TheWorld } from './world';

/** Hears the contexts of agents that nobody else runs, and answers them. */
@Controller()
export class OnAgentContext {
  constructor(
    private readonly world: TheWorld,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Hears(AgentContext, { recipient: 'pool' })
  async handle(context: Crumb<typeof AgentContext>, event: CrumbEvent): Promise<void> {
    const outcome = await answer({ workspace: event.workspace, context, traceparent: event.traceparent }, this.world);
    this.logger.info({ turn: context.context.turn.id, agent: context.context.agent, outcome }, `turn ${outcome}`);
  }
}
