import type { AgentContextV1 } from '@crumbtrail/contracts';
import { formatDollars } from './dollars';

/** What keeping the order of the turn before is worth to a context, in words. */
export function formatKeptOrder({ tokens, saved_usd }: NonNullable<AgentContextV1['kept_order']>): string {
  const saved = saved_usd === undefined ? '' : `, ${formatDollars(saved_usd)} saved where they are`;
  return `kept the order of the turn before: ${tokens} more tokens can be cached${saved}`;
}
