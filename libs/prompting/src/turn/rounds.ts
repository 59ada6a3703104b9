import { resolveTurnLimits } from '@crumbtrail/contracts';
import { mustPlan, PLAN_TOOL } from './plan-first';
import type { Turn } from './turn';

/** Each mode limits its choices and repairs; these are spare steps for any mode. */
const SPARE_STEPS = 4;

/** The number of model calls so far that could call tools; choices by digit and repairs do not count. */
export function countRounds({ steps }: Pick<Turn, 'steps'>): number {
  return steps.filter(({ kind }) => kind === 'model').length;
}

/** Whether all rounds are used, so that no tool is offered any more. */
export function hasUsedAllRounds(turn: Pick<Turn, 'steps' | 'definition'>): boolean {
  return countRounds(turn) >= resolveTurnLimits(turn.definition).tool_rounds;
}

/** The turn as its mode sees it: without tools when the definition allows no round, and with `plan` alone while it must plan. */
export function withOfferedTools(turn: Turn): Turn {
  if (resolveTurnLimits(turn.definition).tool_rounds === 0) return { ...turn, tools: [] };
  if (!mustPlan(turn)) return turn;
  const tools = turn.tools.filter(({ def }) => def.name === PLAN_TOOL);
  return { ...turn, tools, tool_choice: { tool: PLAN_TOOL } };
}

/** The maximum number of steps of a turn, of any kind. */
export function maxSteps({ definition }: Pick<Turn, 'definition'>): number {
  return 2 * resolveTurnLimits(definition).tool_rounds + SPARE_STEPS;
}
