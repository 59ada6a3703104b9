import type { ReplayReply } from '@crumbtrail/contracts/operations/recorded-contexts';

const RANK_PREFIX = 'rank.';

/** A version of a breadcrumb that a context considered; `chunk` is the piece of it, the first one when absent or 0. */
export interface ContextItemRef {
  readonly id: string;
  readonly version: number;
  readonly chunk?: unknown;
}

/** The key of a context item: `<id>@<version>`, with `#<chunk>` for every piece but the first. */
export function contextItemKey({ id, version, chunk }: ContextItemRef): string {
  return `${id}@${version}${typeof chunk === 'number' && chunk > 0 ? `#${chunk}` : ''}`;
}

/** True if this score is the rank of an item within a source, rather than a part of its total score. */
export const isRank = (scoreName: string): boolean => scoreName.startsWith(RANK_PREFIX);

/** Where each source that found an item ranked it: `recent 3, hybrid 1`; empty where no source did. */
export function formatRanks(scores: Readonly<Record<string, number>> = {}): string {
  return Object.entries(scores)
    .filter(([name]) => isRank(name))
    .map(([name, rank]) => `${name.slice(RANK_PREFIX.length)} ${rank}`)
    .join(', ');
}

type ReplayDifference = ReplayReply['differs'][number];

const differences = {
  text: 'now has different text',
  hidden: 'is not visible to this key or no longer indexed',
} as const;

function describeDifference(difference: ReplayDifference): string[] {
  if (difference.what === 'renderer') return [`the renderer was ${difference.recorded} and is now ${difference.now}`];
  return difference.items.map((item) => `${contextItemKey(item)} ${differences[difference.what]}`);
}

/** Why a replayed context is not identical to the recorded one, one clause per reason; empty when it is. */
export function replayReasons({ erased, differs }: Pick<ReplayReply, 'erased' | 'differs'>): string[] {
  return [...erased.map((item) => `${contextItemKey(item)} was erased`), ...differs.flatMap(describeDifference)];
}
