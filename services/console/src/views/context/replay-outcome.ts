import type { ContextDiff, ReplayReply } from '@crumbtrail/contracts/operations/recorded-contexts';
import { replayReasons } from '@crumbtrail/formatting';

/** The result of a replay: one sentence, and the reasons where it is not identical. */
export interface ReplayOutcome {
  readonly good: boolean;
  readonly sentence: string;
  readonly reasons: readonly string[];
}

/** Whether a replayed context is identical to the recorded one, and if not, why. */
export function describeReplay(reply: ReplayReply): ReplayOutcome {
  if (reply.identical) return { good: true, sentence: 'Byte-identical to what the agent saw.', reasons: [] };
  const sentence =
    reply.hash === null ? 'Not identical: the context can’t be rebuilt.' : 'Not identical: the text is different now.';
  return { good: false, sentence, reasons: replayReasons(reply) };
}

const count = (many: number, one: string): string => `${many.toLocaleString('en')} ${one}`;

/** What differs between two contexts, in one sentence. */
export function summarizeDiff({ added, removed, moved, reworded, tokens }: ContextDiff): string {
  const parts = [
    ...(added.length > 0 ? [count(added.length, 'added')] : []),
    ...(removed.length > 0 ? [count(removed.length, 'removed')] : []),
    ...(moved.length > 0 ? [count(moved.length, 'moved')] : []),
    ...(reworded.length > 0 ? [count(reworded.length, 'reworded')] : []),
  ];
  const size = `${tokens.a.toLocaleString('en')} tokens, then ${tokens.b.toLocaleString('en')}`;
  return parts.length === 0
    ? `Both contexts hold the same items in the same order: ${size}.`
    : `${parts.join(', ')}: ${size}.`;
}
