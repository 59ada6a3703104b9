import type { AgentDefV1 } from './generated/types';

/** Default of limits.turn_seconds: how long a turn may take, seconds. */
export const DEFAULT_TURN_SECONDS = 120;

/** Limits of one turn and its trail, with defaults filled in. */
export interface TurnLimits {
  readonly tool_rounds: number;
  readonly repeats: number;
  readonly trail_tokens: number;
  /** US dollars; undefined: no limit. */
  readonly trail_cost_usd: number | undefined;
  /** Subqueries in one turn. */
  readonly subqueries: number;
  /** Undefined: no limit. */
  readonly turn_output_tokens: number | undefined;
}

/** The defaults when a definition sets no limits. */
export const DEFAULT_LIMITS: TurnLimits = {
  tool_rounds: 6,
  repeats: 3,
  subqueries: 8,
  trail_tokens: 2_000_000,
  trail_cost_usd: undefined,
  turn_output_tokens: undefined,
};

/** A definition's limits, completed with the defaults. */
export function resolveTurnLimits({ limits = {} }: Pick<AgentDefV1, 'limits'>): TurnLimits {
  return {
    tool_rounds: limits.tool_rounds ?? DEFAULT_LIMITS.tool_rounds,
    repeats: limits.repeats ?? DEFAULT_LIMITS.repeats,
    subqueries: limits.subqueries ?? DEFAULT_LIMITS.subqueries,
    trail_tokens: limits.trail_tokens ?? DEFAULT_LIMITS.trail_tokens,
    trail_cost_usd: limits.trail_cost_usd,
    turn_output_tokens: limits.turn_output_tokens,
  };
}
