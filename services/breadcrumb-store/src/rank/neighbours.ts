import type { PoolText } from './question';
import { repeatsIn } from './repeats';
import { workedOut } from './worked-out';

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

function sittingsIn(pool: readonly PoolText[]): Pick<Neighbours, 'sitting' | 'sittings'> {
  const sitting = new Int32Array(pool.length);
  const last = new Map<string, number>();
  let sittings = 0;
  pool.forEach(({ session, occurredAt }, at) => {
    const before = session === null ? undefined : last.get(session);
    const follows = before !== undefined && occurredAt - (pool[before]?.occurredAt ?? 0) <= BREAK;
    sitting[at] = follows ? (sitting[before] as number) : sittings++;
    if (session !== null) last.set(session, at);
  });
  return { sitting, sittings };
}

/** The nearest text on one side in the sitting, repeats passed over. */
function beside(side: 'before' | 'after', sitting: Int32Array, repeats: Uint8Array): Int32Array {
  const all = sitting.length;
  const found = new Int32Array(all).fill(NONE);
  const last = new Int32Array(all).fill(NONE);
  for (let nth = 0; nth < all; nth += 1) {
    const at = side === 'before' ? nth : all - 1 - nth;
    if (repeats[at] !== 0) continue;
    const here = sitting[at] as number;
    found[at] = last[here] as number;
    last[here] = at;
  }
  return found;
}

/**
 * Finds the neighbours in a pool that is in time order; sessions may run side by side in it. What somebody says again stands
 * beside nobody: it was said where it was said first, and what stands before and after it are neighbours still.
 */
export const neighboursIn = workedOut((pool: readonly PoolText[]): Neighbours => {
  const { sitting, sittings } = sittingsIn(pool);
  const repeats = repeatsIn(pool);
  const [previous, next] = [beside('before', sitting, repeats), beside('after', sitting, repeats)];
  return { sitting, sittings, previous, next };
});
