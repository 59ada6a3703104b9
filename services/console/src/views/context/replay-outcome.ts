import type { ContextDiff, ReplayReply } from '@crumbtrail/contracts';
import { pieceKey } from './candidates';

const differences = {
  text: 'now has different text',
  hidden: 'is not visible to this key or no longer indexed',
} as const;

type Difference = ReplayReply['differs'][number];

function describeDifference(difference: Difference): string[] {
  if (difference.what === 'renderer') return [`The renderer was ${difference.recorded} and is ${difference.now}.`];
  return difference.items.map((item) => `${pieceKey(item)} ${differences[difference.what]}.`);
}

/** What a replay came to, in one sentence and the reasons. */
export interface ReplayOutcome {
  readonly good: boolean;
  readonly sentence: string;
  readonly reasons: readonly string[];
}

/** Whether it can be made again as it was, and if not, why. */
export function describeReplay({ identical, erased, differs, hash }: ReplayReply): ReplayOutcome {
  if (identical) return { good: true, sentence: 'Byte-identical to what the agent saw.', reasons: [] };
  const sentence =
    hash === null ? 'Not identical: the context can’t be rebuilt.' : 'Not identical: the text is different now.';
  return {
    good: false,
    sentence,
    reasons: [...erased.map((item) => `${pieceKey(item)} was erased.`), ...differs.flatMap(describeDifference)],
  };
}

const count = (many: number, one: string): string => `${many} ${one}`;

/** What differs between two builds, in one sentence. */
export function summarizeDiff({ added, removed, moved, reworded, tokens }: ContextDiff): string {
  const parts = [
    ...(added.length > 0 ? [count(added.length, 'added')] : []),
    ...(removed.length > 0 ? [count(removed.length, 'removed')] : []),
    ...(moved.length > 0 ? [count(moved.length, 'moved')] : []),
    ...(reworded.length > 0 ? [count(reworded.length, 'reworded')] : []),
  ];
  const size = `${tokens.a} tokens, then ${tokens.b}`;
  return parts.length === 0
    ? `Both contexts hold the same items in the same order: ${size}.`
    : `${parts.join(', ')}: ${size}.`;
}
