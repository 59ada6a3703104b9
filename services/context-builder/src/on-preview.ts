import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Preview, type PreviewReply, type PreviewRequest } from '@crumbtrail/contracts';
import { BuildCaches } from './build-caches';
import { ContextBuilder } from './context-builder';
import { refuseOversizedContext } from './errors';
import { toPreviewReply } from './explain/context-payload';
import { gatherPreview } from './gather/gather-preview';
import { WorkspaceReaders } from './ports';
import { PreviewPrefetch } from './preview-prefetch';
import { Stopwatch } from './stopwatch';

/** Returns the context that an agent would get, and publishes nothing. */
@Controller()
export class OnPreview {
  constructor(
    private readonly workspaces: WorkspaceReaders,
    private readonly builder: ContextBuilder,
    private readonly caches: BuildCaches,
    private readonly prefetch: PreviewPrefetch,
  ) {}

  @Respond(Preview)
  async answer(request: PreviewRequest, from: RequestContext): Promise<PreviewReply> {
    const asClient = this.workspaces.reader(from.workspace, { key: from.key, traceparent: from.traceparent });
    const reader = this.prefetch.readerFor(asClient, request);
    const stopwatch = new Stopwatch(reader);
    const input = await stopwatch.waitFor(gatherPreview(request, reader, this.caches.overrides));
    const built = await this.builder.build(input, stopwatch).catch(refuseOversizedContext);
    return { ...toPreviewReply(built), milliseconds: stopwatch.read() };
  }
}
