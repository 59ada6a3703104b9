import type { TurnRequest } from './operations/turns';
import type { AgentDefV1 } from './generated/types';

/** Default limit of hops in a trail when an agent's definition sets none: about five answers from agent to agent. */
export const DEFAULT_MAX_HOPS = 16;

/**
 * Why an agent takes no turn on a crumb at this depth of its trail; undefined when it does. Every service that opens turns uses this
 * rule.
 */
export function exceedsHopLimit(
  { agent, limits }: Pick<AgentDefV1, 'agent' | 'limits'>,
  hop: number,
): TurnRequest['refused'] {
  const most = limits?.max_hops ?? DEFAULT_MAX_HOPS;
  if (hop <= most) return undefined;
  const message = `This trail is ${hop} hops deep, and the limit of ${agent} is ${most}; raise limits.max_hops in its definition to let it answer.`;
  return { code: 'hop_limit', message };
}
