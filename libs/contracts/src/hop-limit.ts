import type { TurnRequest } from './operations/turns';
import type { AgentDefV1 } from './generated/types';

/** Hops of a trail that an agent goes along with when its definition does not say: about five answers of agents to agents. */
export const DEFAULT_MAX_HOPS = 16;

/** Why an agent takes no turn on a crumb this deep in its trail; undefined where it does. The one rule, for whoever opens turns. */
export function exceedsHopLimit(
  { agent, limits }: Pick<AgentDefV1, 'agent' | 'limits'>,
  hop: number,
): TurnRequest['refused'] {
  const most = limits?.max_hops ?? DEFAULT_MAX_HOPS;
  if (hop <= most) return undefined;
  const message = `This trail is ${hop} hops deep and ${agent} goes along with ${most}; raise limits.max_hops of its definition to let it go on.`;
  return { code: 'hop_limit', message };
}
