import type { PoolText } from './rank-texts';

/** A break so long, in milliseconds, begins another sitting. */
const BREAK = 3 * 3_600_000;
const NONE = -1;

/** Who stands beside whom in a pool, by index; -1 where nobody does. */
export interface Neighbours {
  readonly previous: Int32Array;
  readonly next: Int32Array;
  /** The sitting of each text: turns of one session without a long break. Texts of no session sit alone. */
  readonly sitting: Int32Array;
  readonly sittings: number;
}

/** Finds the neighbours in a pool that is in time order; sessions may run side by side in it. */
export function neighboursIn(pool: readonly PoolText[]): Neighbours {
  const previous = new Int32Array(pool.length).fill(NONE);
  const next = new Int32Array(pool.length).fill(NONE);
  const sitting = new Int32Array(pool.length);
  const last = new Map<string, number>();
  let sittings = 0;
  pool.forEach(({ session, occurredAt }, at) => {
    const before = session === null ? undefined : last.get(session);
    const follows = before !== undefined && occurredAt - (pool[before]?.occurredAt ?? 0) <= BREAK;
    if (follows) {
      previous[at] = before;
      next[before] = at;
    }
    sitting[at] = follows ? (sitting[before] as number) : sittings++;
    if (session !== null) last.set(session, at);
  });
  return { previous, next, sitting, sittings };
}
