import { Controller } from '@nestjs/common';
import { Answers, type AskContext } from '@crumbtrail/bus';
import { Diff, type ContextDiff } from '@crumbtrail/contracts';
import { Workspaces } from './ports';
import { diff } from './stages/diff';
import { gatherRecord } from './stages/gather-record';
import { recordedSide } from './stages/sides';

/** Answers what differs between two contexts, and why. */
@Controller()
export class OnDiff {
  constructor(private readonly workspaces: Workspaces) {}

  @Answers(Diff)
  async answer({ a, b }: { readonly a: string; readonly b: string }, from: AskContext): Promise<ContextDiff> {
    const reader = this.workspaces.reader(from.workspace, { key: from.key, traceparent: from.traceparent });
    const [first, second] = await Promise.all([gatherRecord(a, reader), gatherRecord(b, reader)]);
    return diff(recordedSide(first), recordedSide(second));
  }
}
