import type { Attempt } from '../src/workflow/attempts';
import type { WorkflowDecision } from '../src/workflow/fold';
import { planWorkflow } from '../src/workflow/plan';
import type { StepInput, WorkflowInput } from '../src/workflow/workflow-input';

/** The plan of a workflow all of whose tools exist. */
export const plan = (input: WorkflowInput) => planWorkflow(input, { exists: () => true, granted: () => true });
/** A step that echoes. */
export const step = (id: string, input: unknown = {}, rest: Partial<StepInput> = {}): StepInput => ({
  id,
  tool: 'echo',
  input,
  ...rest,
});

/** The time of every decision that has no retry to wait for. */
export const NOW = 1_000_000;

/** A successful attempt. */
export const ok = (output: unknown): Attempt => ({ response: { status: 'ok', output } });
/** A failed attempt. */
export const broken = (code = 'failed'): Attempt => ({
  response: { status: 'error', error: { code, message: 'It broke.' } },
});
/** An attempt without a response. */
export const running: Attempt = {};

/** Looks up attempts by the step. */
export const log =
  (attempts: Record<string, Attempt[]>) =>
  ({ id }: { id: string }, attempt: number): Attempt | undefined =>
    attempts[id]?.[attempt - 1];

/** The requests of a decision, or what it is. */
export const asked = (decision: WorkflowDecision): unknown =>
  decision.do === 'ask' ? decision.wanted.map(({ step: { id }, attempt, input }) => [id, attempt, input]) : decision.do;

/** The status of each step at the end. */
export const statuses = (decision: WorkflowDecision): Record<string, string> =>
  decision.do === 'end'
    ? Object.fromEntries(Object.entries(decision.output.steps).map(([id, { status }]) => [id, status]))
    : {};
