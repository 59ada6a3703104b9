import type { Turn } from './turn';

/** The tool with which an agent writes its plan. */
export const PLAN_TOOL = 'plan';

/** Whether the agent must write its plan before it does anything else: it had none when the turn began, and has written none since. */
export function mustPlan({ must_plan, responses }: Pick<Turn, 'must_plan' | 'responses'>): boolean {
  if (must_plan !== true) return false;
  return ![...responses.values()].some(({ tool, status }) => tool === PLAN_TOOL && status === 'ok');
}
