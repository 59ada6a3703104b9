import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Replan, type ReplanReply, type ReplanRequest } from '@crumbtrail/contracts/operations/recorded-contexts';
import { BuildCaches } from './build-caches';
import { ContextBuilder } from './context-builder';
import { refuseOversizedContext } from './errors';
import { gatherReplan } from './explain/gather-replan';
import { loadRecordedContext } from './explain/load-recorded';
import { describeReplan } from './explain/replan';
import { WorkspaceReaders } from './ports';

/** Returns the context that an agent would get today for a message it has answered, and publishes nothing. */
@Controller()
export class OnReplan {
  constructor(
    private readonly workspaces: WorkspaceReaders,
    private readonly builder: ContextBuilder,
    private readonly caches: BuildCaches,
  ) {}

  @Respond(Replan)
  async answer(request: ReplanRequest, from: RequestContext): Promise<ReplanReply> {
    const reader = this.workspaces.reader(from.workspace, { key: from.key, traceparent: from.traceparent });
    const recorded = await loadRecordedContext(request.context, reader);
    const input = await gatherReplan(request, recorded, { reader, validator: this.caches.overrides });
    return describeReplan(recorded, await this.builder.build(input, reader).catch(refuseOversizedContext));
  }
}
