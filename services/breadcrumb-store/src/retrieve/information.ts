/** Bits that a text says: the sum, over its distinct stems, of log2 of how rare each is among so many texts. */
export function informationOf(
  terms: ReadonlyMap<string, number>,
  counts: ReadonlyMap<string, number>,
  texts: number,
): number {
  let bits = 0;
  for (const stem of terms.keys()) bits += Math.max(0, Math.log2((texts + 1) / ((counts.get(stem) ?? 0) + 0.5)));
  return Math.round(100 * bits) / 100;
}
