import type { ReplanReply } from '@crumbtrail/contracts';
import type { Built } from './account';
import { diff } from './diff';
import { toPreview } from './context-payload';
import type { Recorded } from './recorded-context';
import { builtSide, recordedSide } from './diff-side';

/** Today's build for a recorded context's message, and what of the record it changes and why. */
export function replan(recorded: Recorded, built: Built): ReplanReply {
  return { preview: toPreview(built), diff: diff(recordedSide(recorded), builtSide(built)) };
}
