import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Preview, type PreviewReply, type PreviewRequest } from '@crumbtrail/contracts';
import { BUILDER_CONFIG, type BuilderConfig } from './config';
import { refuseNoRoom } from './errors';
import { Foresight } from './preview-prefetch';
import { buildContext } from './pipeline';
import { Workspaces } from './ports';
import { toPreview } from './explain/context-payload';
import { gatherPreview } from './gather/gather-preview';
import { Stopwatch } from './stopwatch';

/** Answers what an agent would see, and leaves nothing. */
@Controller()
export class OnPreview {
  private readonly foresight = new Foresight();

  constructor(
    private readonly workspaces: Workspaces,
    @Inject(BUILDER_CONFIG) private readonly config: BuilderConfig,
  ) {}

  @Respond(Preview)
  async answer(request: PreviewRequest, from: RequestContext): Promise<PreviewReply> {
    const asClient = this.workspaces.reader(from.workspace, { key: from.key, traceparent: from.traceparent });
    const reader = this.foresight.over(asClient, request);
    const watch = new Stopwatch(reader);
    const occasion = await watch.waitFor(gatherPreview(request, reader));
    const built = await buildContext(occasion, watch, this.config.contextWindow).catch(refuseNoRoom);
    return { ...toPreview(built), milliseconds: watch.read() };
  }
}
