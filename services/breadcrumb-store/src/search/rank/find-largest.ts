/** Indexes of the largest values above 0, at most `limit`, largest first; of equal values the later come first. */
export function findLargest(values: Float64Array, limit: number): number[] {
  const compare = (a: number, b: number): number => (values[b] as number) - (values[a] as number) || b - a;
  let found: number[] = [];
  let least = 0;
  for (let at = values.length - 1; at >= 0; at -= 1) {
    if (!((values[at] as number) > least)) continue;
    found.push(at);
    if (found.length < 2 * limit) continue;
    found = found.sort(compare).slice(0, limit);
    least = values[found[limit - 1] as number] as number;
  }
  return found.sort(compare).slice(0, limit);
}
