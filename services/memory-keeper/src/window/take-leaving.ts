import { splitOldest } from '@crumbtrail/memory';
import type { TierLimits } from '../settings';

/**
 * The oldest items that leave a tier: as many as if the keeper had looked after each item, so that its lag changes nothing. At most `most`
 * (default: no limit).
 */
export function takeLeaving<Item>(items: readonly Item[], { limit, ratio }: TierLimits, most = Infinity): Item[] {
  let count = 0;
  for (;;) {
    const split = splitOldest(items.slice(count, count + limit + 1), limit, ratio);
    if (split === undefined) break;
    count += split.oldest.length;
  }
  return items.slice(0, Math.min(count, most));
}
