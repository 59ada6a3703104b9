import type { ReplayReply } from '@crumbtrail/contracts/operations/recorded-contexts';
import { replayReasons } from '@crumbtrail/formatting';

/** Whether a replayed context is identical to the recorded one, and if not, why. */
export function replayLines(reply: ReplayReply): string[] {
  const { context, identical, recorded_hash, hash } = reply;
  if (identical) return [`identical: ${context} is byte-identical to what the agent saw (${recorded_hash})`];
  return [
    `not identical: ${context}`,
    ...replayReasons(reply).map((reason) => `  ${reason}`),
    `  recorded ${recorded_hash}, now ${hash ?? 'unavailable'}`,
  ];
}
