/**
 * Bits that a text says: the sum, over its distinct stems, of log2 of how rare each is among so many texts; null where the
 * count of a stem is not known.
 */
export function informationOf(
  terms: ReadonlyMap<string, number>,
  counts: ReadonlyMap<string, number>,
  texts: number,
): number | null {
  let bits = 0;
  for (const stem of terms.keys()) {
    const count = counts.get(stem);
    if (count === undefined) return null;
    bits += Math.max(0, Math.log2((texts + 1) / (count + 0.5)));
  }
  return Math.round(100 * bits) / 100;
}
