import { toolRequestId, type AgentStepV1 } from '@crumbtrail/contracts';
import { defuse } from '@crumbtrail/hints';
import type { Turn } from './turn';

/** A call as its step has it. */
export type StepCall = AgentStepV1['calls'][number];

/** What came of a call, for the model to read: nothing unseen is in it, and no role token of a chat template. */
export interface CallResult {
  readonly call: StepCall;
  readonly status: 'ok' | 'error';
  readonly text: string;
}

/** The id of what a call of a step requests. */
export function callRequestId(turn: Turn, step: AgentStepV1, call: StepCall): string {
  return toolRequestId(turn.workspace, turn.turn_id, { step: step.step, ordinal: call.ordinal });
}

/** What came of the calls of a step, in their order; calls whose result is not there yet are left out. */
export function callResults(turn: Turn, step: AgentStepV1): CallResult[] {
  return step.calls.flatMap((call): CallResult[] => {
    if (call.error) return [{ call, status: 'error', text: defuse(call.error.message) }];
    const response = turn.responses.get(callRequestId(turn, step, call));
    return response ? [{ call, status: response.status, text: defuse(response.text) }] : [];
  });
}

/** Requests that nobody has answered yet. */
export function pendingRequests(turn: Turn): string[] {
  return turn.steps.flatMap((step) =>
    step.calls
      .filter(({ error }) => !error)
      .map((call) => callRequestId(turn, step, call))
      .filter((request) => !turn.responses.has(request)),
  );
}
