import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Diff, type ContextDiff } from '@crumbtrail/contracts/operations/recorded-contexts';
import { WorkspaceReaders } from './ports';
import { diffBuilds } from './explain/diff';
import { loadRecordedContext } from './explain/load-recorded';
import { recordedSide } from './explain/diff-side';

/** Returns the differences between two recorded contexts, and their causes. */
@Controller()
export class OnDiff {
  constructor(private readonly workspaces: WorkspaceReaders) {}

  @Respond(Diff)
  async answer({ a, b }: { readonly a: string; readonly b: string }, from: RequestContext): Promise<ContextDiff> {
    const reader = this.workspaces.reader(from.workspace, { key: from.key, traceparent: from.traceparent });
    const [first, second] = await Promise.all([loadRecordedContext(a, reader), loadRecordedContext(b, reader)]);
    return diffBuilds(recordedSide(first), recordedSide(second));
  }
}
