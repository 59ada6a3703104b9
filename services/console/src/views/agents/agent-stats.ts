import type { ListedTurns } from '@crumbtrail/contracts/http/turns';
import type { TurnCosts } from '@crumbtrail/formatting';

/** The maximum number of turns the statistics are based on. */
export const STATS_TURNS = 200;

type ListedTurn = ListedTurns['turns'][number];

/** Statistics of the latest turns of an agent. */
export interface AgentStats extends TurnCosts {
  readonly turns: number;
  readonly errors: number;
  /** When the latest of them ended, as an ISO time. */
  readonly last: string | undefined;
}

const isUnpriced = ({ cost_usd, tokens = 0 }: ListedTurn): boolean => cost_usd === undefined && tokens > 0;

function computeStats(turns: readonly ListedTurn[]): AgentStats {
  return {
    turns: turns.length,
    errors: turns.filter(({ action }) => action === 'error').length,
    cost_usd: turns.reduce((sum, { cost_usd = 0 }) => sum + cost_usd, 0),
    unpriced: turns.filter(isUnpriced).length,
    last: turns[0]?.closed_at,
  };
}

/** Computes the statistics of each agent from turns that have ended, newest first, whoever ended them. */
export function statsByAgent(turns: readonly ListedTurn[]): ReadonlyMap<string, AgentStats> {
  const byAgent = new Map<string, ListedTurn[]>();
  for (const turn of turns) byAgent.set(turn.agent, [...(byAgent.get(turn.agent) ?? []), turn]);
  return new Map([...byAgent].map(([agent, ofAgent]) => [agent, computeStats(ofAgent)]));
}

/** The number and share of failed turns: `3 of 40 (8 %)`, or `0`. */
export function formatErrorRate({ errors, turns }: AgentStats): string {
  return errors === 0 ? '0' : `${errors} of ${turns} (${Math.round((errors / turns) * 100)} %)`;
}
