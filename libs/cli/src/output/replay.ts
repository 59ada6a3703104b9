import type { ReplayReply } from '@crumbtrail/contracts';
import { itemName } from './items';

type Difference = ReplayReply['differs'][number];

const words = {
  text: 'now has different text',
  hidden: 'is not visible to this key or no longer indexed',
} as const;

function differenceLines(difference: Difference): string[] {
  if (difference.what === 'renderer') return [`the renderer was ${difference.recorded} and is ${difference.now}`];
  return difference.items.map((item) => `${itemName(item)} ${words[difference.what]}`);
}

/** Whether a context can be made again as it was, and if not, why. */
export function replayLines({ context, identical, erased, differs, recorded_hash, hash }: ReplayReply): string[] {
  if (identical) return [`identical: ${context} is byte-identical to what the agent saw (${recorded_hash})`];
  return [
    `not identical: ${context}`,
    ...erased.map((item) => `  ${itemName(item)} was erased`),
    ...differs.flatMap(differenceLines).map((line) => `  ${line}`),
    `  recorded ${recorded_hash}, now ${hash ?? 'unavailable'}`,
  ];
}
