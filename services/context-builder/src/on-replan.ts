import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Replan, type ReplanReply, type ReplanRequest } from '@crumbtrail/contracts';
import { BUILDER_CONFIG, type BuilderConfig } from './config';
import { refuseOversizedContext } from './errors';
import { buildContext } from './pipeline';
import { Workspaces } from './ports';
import { loadRecordedContext } from './explain/load-recorded';
import { gatherReplan } from './explain/gather-replan';
import { describeReplan } from './explain/replan';

/** Answers what an agent would see today for a message that it has answered, and leaves nothing. */
@Controller()
export class OnReplan {
  constructor(
    private readonly workspaces: Workspaces,
    @Inject(BUILDER_CONFIG) private readonly config: BuilderConfig,
  ) {}

  @Respond(Replan)
  async answer(request: ReplanRequest, from: RequestContext): Promise<ReplanReply> {
    const reader = this.workspaces.reader(from.workspace, { key: from.key, traceparent: from.traceparent });
    const recorded = await loadRecordedContext(request.context, reader);
    const input = await gatherReplan(request, recorded, reader);
    return describeReplan(
      recorded,
      await buildContext(input, reader, this.config.contextWindow).catch(refuseOversizedContext),
    );
  }
}
