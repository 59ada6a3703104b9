import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Preview, type PreviewReply, type PreviewRequest } from '@crumbtrail/contracts';
import { BUILDER_CONFIG, type BuilderConfig } from './config';
import { refuseOversizedContext } from './errors';
import { PreviewPrefetch } from './preview-prefetch';
import { buildContext } from './pipeline';
import { Workspaces } from './ports';
import { toPreviewReply } from './explain/context-payload';
import { gatherPreview } from './gather/gather-preview';
import { Stopwatch } from './stopwatch';

/** Answers what an agent would see, and leaves nothing. */
@Controller()
export class OnPreview {
  private readonly foresight = new PreviewPrefetch();

  constructor(
    private readonly workspaces: Workspaces,
    @Inject(BUILDER_CONFIG) private readonly config: BuilderConfig,
  ) {}

  @Respond(Preview)
  async answer(request: PreviewRequest, from: RequestContext): Promise<PreviewReply> {
    const asClient = this.workspaces.reader(from.workspace, { key: from.key, traceparent: from.traceparent });
    const reader = this.foresight.readerFor(asClient, request);
    const watch = new Stopwatch(reader);
    const input = await watch.waitFor(gatherPreview(request, reader));
    const built = await buildContext(input, watch, this.config.contextWindow).catch(refuseOversizedContext);
    return { ...toPreviewReply(built), milliseconds: watch.read() };
  }
}
