import type { RankableText } from './question';
import { memoizeByList } from './memoize';

/** Where a stem stands in a pool, and how often in each of these texts. */
export interface Occurrences {
  readonly places: readonly number[];
  readonly times: readonly number[];
}

/** Stems remembered of one pool. */
const MOST_STEMS = 1_000;
const knownOf = memoizeByList((_pool: readonly RankableText[]) => new Map<string, Occurrences>());

/** The texts that hold a stem, in the order of the pool. */
export function findOccurrences(stem: string, pool: readonly RankableText[]): Occurrences {
  const known = knownOf(pool);
  const before = known.get(stem);
  if (before) return before;
  const [places, times]: [number[], number[]] = [[], []];
  for (let at = 0; at < pool.length; at += 1) {
    const many = pool[at]?.terms.get(stem);
    if (many === undefined) continue;
    places.push(at);
    times.push(many);
  }
  if (known.size >= MOST_STEMS) known.clear();
  known.set(stem, { places, times });
  return { places, times };
}

/** Stems of the usual text of a pool; 0 without texts. */
export const meanLength = memoizeByList((pool: readonly RankableText[]) => {
  let sum = 0;
  for (const { length } of pool) sum += length;
  return sum / Math.max(1, pool.length);
});
