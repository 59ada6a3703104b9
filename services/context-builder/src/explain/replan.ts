import type { ReplanReply } from '@crumbtrail/contracts/operations/recorded-contexts';
import type { BuiltContext } from './account';
import { diffBuilds } from './diff';
import { toPreviewReply } from './context-payload';
import type { RecordedContext } from './recorded-context';
import { builtSide, recordedSide } from './diff-side';

/** The build of today for a recorded context's message, and how it differs from the record. */
export function describeReplan(recorded: RecordedContext, built: BuiltContext): ReplanReply {
  return { preview: toPreviewReply(built), diff: diffBuilds(recordedSide(recorded), builtSide(built)) };
}
