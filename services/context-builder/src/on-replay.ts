import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Replay, type ReplayReply } from '@crumbtrail/contracts/operations/recorded-contexts';
import { BuildCaches } from './build-caches';
import { loadRecordedContext, loadRecordedSources } from './explain/load-recorded';
import { replay } from './explain/replay';
import { restoreBuild } from './explain/restore';
import { WorkspaceReaders } from './ports';

/** Formats a recorded context again from its record. */
@Controller()
export class OnReplay {
  constructor(
    private readonly workspaces: WorkspaceReaders,
    private readonly caches: BuildCaches,
  ) {}

  @Respond(Replay)
  async answer({ context }: { readonly context: string }, from: RequestContext): Promise<ReplayReply> {
    const reader = this.workspaces.reader(from.workspace, { key: from.key, traceparent: from.traceparent });
    const recorded = await loadRecordedContext(context, reader);
    const kept = recorded.items.filter(({ decision }) => decision === 'kept');
    const sources = await loadRecordedSources(recorded, kept, reader);
    return replay(recorded, restoreBuild(recorded, sources, this.caches));
  }
}
