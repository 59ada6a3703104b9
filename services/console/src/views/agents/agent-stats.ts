import type { AgentResponseV1, Envelope } from '@crumbtrail/contracts';
import type { TurnCosts } from '@crumbtrail/formatting';
import { isUnpriced } from '../../components/unpriced';

/** The maximum number of turns the statistics are based on. */
export const STATS_TURNS = 200;

/** Statistics of the latest turns of an agent. */
export interface AgentStats extends TurnCosts {
  readonly turns: number;
  readonly errors: number;
  readonly last: Envelope<AgentResponseV1> | undefined;
}

function computeStats(responses: readonly Envelope<AgentResponseV1>[]): AgentStats {
  const contexts = responses.map(({ context }) => context);
  return {
    turns: responses.length,
    errors: contexts.filter(({ action }) => action === 'error').length,
    cost_usd: contexts.reduce((sum, { usage }) => sum + (usage?.cost_usd ?? 0), 0),
    unpriced: contexts.filter(isUnpriced).length,
    last: responses[0],
  };
}

/** Computes the statistics of each agent from responses, newest first. */
export function statsByAgent(responses: readonly Envelope[]): ReadonlyMap<string, AgentStats> {
  const byAgent = new Map<string, Envelope<AgentResponseV1>[]>();
  for (const response of responses as readonly Envelope<AgentResponseV1>[])
    byAgent.set(response.author.id, [...(byAgent.get(response.author.id) ?? []), response]);
  return new Map([...byAgent].map(([agent, ofAgent]) => [agent, computeStats(ofAgent)]));
}

/** The number and share of failed turns: `3 of 40 (8 %)`, or `0`. */
export function formatErrorRate({ errors, turns }: AgentStats): string {
  return errors === 0 ? '0' : `${errors} of ${turns} (${Math.round((errors / turns) * 100)} %)`;
}
