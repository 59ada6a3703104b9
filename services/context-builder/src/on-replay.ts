import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Replay, type ReplayReply } from '@crumbtrail/contracts';
import { Workspaces } from './ports';
import { loadRecordedSources, loadRecordedContext } from './explain/load-recorded';
import { restoreBuild } from './explain/restore';
import { replay } from './explain/replay';

/** Answers what an agent saw, formatted again from the record. */
@Controller()
export class OnReplay {
  constructor(private readonly workspaces: Workspaces) {}

  @Respond(Replay)
  async answer({ context }: { readonly context: string }, from: RequestContext): Promise<ReplayReply> {
    const reader = this.workspaces.reader(from.workspace, { key: from.key, traceparent: from.traceparent });
    const recorded = await loadRecordedContext(context, reader);
    const kept = recorded.items.filter(({ decision }) => decision === 'kept');
    return replay(recorded, restoreBuild(recorded, await loadRecordedSources(recorded, kept, reader)));
  }
}
