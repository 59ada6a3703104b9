import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Replay, type ReplayReply } from '@crumbtrail/contracts';
import { Workspaces } from './ports';
import { gatherMaterial, gatherRecord } from './explain/load-recorded';
import { recollect } from './explain/restore';
import { replay } from './explain/replay';

/** Answers what an agent saw, formatted again from the record. */
@Controller()
export class OnReplay {
  constructor(private readonly workspaces: Workspaces) {}

  @Respond(Replay)
  async answer({ context }: { readonly context: string }, from: RequestContext): Promise<ReplayReply> {
    const reader = this.workspaces.reader(from.workspace, { key: from.key, traceparent: from.traceparent });
    const recorded = await gatherRecord(context, reader);
    const kept = recorded.items.filter(({ decision }) => decision === 'kept');
    return replay(recorded, recollect(recorded, await gatherMaterial(recorded, kept, reader)));
  }
}
