import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import {
  RerunContext,
  type RerunContextReply,
  type RerunContextRequest,
} from '@crumbtrail/contracts/operations/reruns';
import { BuildCaches } from './build-caches';
import { ContextBuilder } from './context-builder';
import { refuseOversizedContext } from './errors';
import { rerunContext } from './explain/rerun-context';
import { WorkspaceReaders } from './ports';

/** Builds the context of a turn again with its definition changed, and publishes nothing. */
@Controller()
export class OnRerunContext {
  constructor(
    private readonly workspaces: WorkspaceReaders,
    private readonly builder: ContextBuilder,
    private readonly caches: BuildCaches,
  ) {}

  @Respond(RerunContext)
  async answer(request: RerunContextRequest, from: RequestContext): Promise<RerunContextReply> {
    const reader = this.workspaces.reader(from.workspace, { key: from.key, traceparent: from.traceparent });
    return rerunContext(request, {
      reader,
      validator: this.caches.overrides,
      build: (input, ports) => this.builder.build(input, ports).catch(refuseOversizedContext),
    });
  }
}
