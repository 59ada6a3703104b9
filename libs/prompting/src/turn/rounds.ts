import { resolveTurnLimits } from '@crumbtrail/contracts';
import type { Turn } from './turn';

/** Choices and repairs are bounded by their mode; this is what holds whatever a mode does. */
const SPARE_STEPS = 4;

/** Calls of the model so far that could ask for tools; choosing by number and mending a reply are none. */
export function countRounds({ steps }: Pick<Turn, 'steps'>): number {
  return steps.filter(({ kind }) => kind === 'model').length;
}

/** Are all rounds used up? Then no tool is on offer any more. */
export function hasUsedAllRounds(turn: Pick<Turn, 'steps' | 'definition'>): boolean {
  return countRounds(turn) >= resolveTurnLimits(turn.definition).tool_rounds;
}

/** The turn as its mode sees it: without any round to ask in there is nothing on offer. */
export function withOfferedTools(turn: Turn): Turn {
  return resolveTurnLimits(turn.definition).tool_rounds === 0 ? { ...turn, tools: [] } : turn;
}

/** Steps that a turn may have at most, of whatever kind. */
export function maxSteps({ definition }: Pick<Turn, 'definition'>): number {
  return 2 * resolveTurnLimits(definition).tool_rounds + SPARE_STEPS;
}
