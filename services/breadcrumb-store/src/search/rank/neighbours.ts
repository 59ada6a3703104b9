import type { RankableText } from './question';
import { findRepeats } from './repeated-texts';
import { memoizeByList } from './memoize';

/** A break so long, in milliseconds, begins another segment. */
const BREAK = 3 * 3_600_000;
const NONE = -1;

/** Who stands beside whom in a pool, by index; -1 where nobody does. */
export interface Neighbours {
  readonly previous: Int32Array;
  readonly next: Int32Array;
  /** The segment of each text: turns of one session without a long break. Texts of no session sit alone. */
  readonly segment: Int32Array;
  readonly segments: number;
}

function findSegments(pool: readonly RankableText[]): Pick<Neighbours, 'segment' | 'segments'> {
  const segment = new Int32Array(pool.length);
  const last = new Map<string, number>();
  let segments = 0;
  pool.forEach(({ session, occurredAt }, at) => {
    const before = session === null ? undefined : last.get(session);
    const follows = before !== undefined && occurredAt - (pool[before]?.occurredAt ?? 0) <= BREAK;
    segment[at] = follows ? (segment[before] as number) : segments++;
    if (session !== null) last.set(session, at);
  });
  return { segment, segments };
}

/** The nearest text on one side in the segment, repeats passed over. */
function findAdjacent(side: 'before' | 'after', segment: Int32Array, repeats: Uint8Array): Int32Array {
  const all = segment.length;
  const found = new Int32Array(all).fill(NONE);
  const last = new Int32Array(all).fill(NONE);
  for (let nth = 0; nth < all; nth += 1) {
    const at = side === 'before' ? nth : all - 1 - nth;
    if (repeats[at] !== 0) continue;
    const here = segment[at] as number;
    found[at] = last[here] as number;
    last[here] = at;
  }
  return found;
}

/**
 * Finds the neighbours in a pool that is in time order; sessions may run side by side in it. What somebody says again stands
 * beside nobody: it was said where it was said first, and what stands before and after it are neighbours still.
 */
export const findNeighbours = memoizeByList((pool: readonly RankableText[]): Neighbours => {
  const { segment, segments } = findSegments(pool);
  const repeats = findRepeats(pool);
  const [previous, next] = [findAdjacent('before', segment, repeats), findAdjacent('after', segment, repeats)];
  return { segment, segments, previous, next };
});
