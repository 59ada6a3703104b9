import type { AgentStepV1 } from '@crumbtrail/contracts';
import { PLAN_TOOL, type Turn } from '@crumbtrail/prompting';

const CODE = 'plan_first';

/** What an agent is told that speaks before it has a plan. */
export const PLAN_FIRST: NonNullable<AgentStepV1['observation']> = {
  code: CODE,
  message: `Your answer was not sent: you have no plan yet. Call the tool \`${PLAN_TOOL}\` with your whole plan first; then answer.`,
};

/** Why the turn ends that speaks without a plan again. */
export const UNPLANNED = {
  code: CODE,
  message: `The agent must write a plan before it speaks (plan_first), and did not, also when it was told to.`,
};

/** Whether the agent was told in this turn. */
export const wasToldToPlan = ({ steps }: Pick<Turn, 'steps'>): boolean =>
  steps.some(({ observation }) => observation?.code === CODE);
