/** What leaves a tier and what stays in it. */
export interface SplitItems<Item> {
  readonly oldest: Item[];
  readonly rest: Item[];
}

/**
 * Splits off the oldest `floor(length × ratio)` items of a list in time order, at least one, once there are more than `limit`. Undefined
 * while there are not.
 */
export function splitOldest<Item>(items: readonly Item[], limit: number, ratio: number): SplitItems<Item> | undefined {
  if (items.length <= limit) return undefined;
  const count = Math.max(1, Math.floor(items.length * ratio));
  return { oldest: items.slice(0, count), rest: items.slice(count) };
}
