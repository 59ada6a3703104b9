/** The numbers among which the smallest good one is looked for. */
export interface NumberRange {
  /** Known to be too small. */
  readonly above: number;
  readonly most: number;
  /** How far above it the search begins; it doubles with every number that is too small. */
  readonly step: number;
}

/**
 * The smallest whole number of a range that is good, where every larger one is good too. Where it is not so, a good number of which the next
 * smaller one is not good. Null where none of those tried is good.
 */
export async function findSmallestNumber(
  { above, most, step }: NumberRange,
  isGood: (value: number) => Promise<boolean>,
): Promise<number | null> {
  let low = above;
  let high = above;
  for (let by = step; ; by *= 2) {
    if (high >= most) return null;
    low = high;
    high = Math.min(most, high + by);
    if (await isGood(high)) break;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isGood(middle)) high = middle;
    else low = middle;
  }
  return high;
}
