import { toolRequestId, type AgentStepV1 } from '@crumbtrail/contracts';
import { defuse } from '@crumbtrail/hints';
import type { Turn } from './turn';

/** A call as stored in its step. */
export type StepCall = AgentStepV1['calls'][number];

/** The result of a call as the model reads it: without invisible characters and role tokens of chat templates. */
export interface CallResult {
  readonly call: StepCall;
  readonly status: 'ok' | 'error';
  readonly text: string;
}

/** The id of the tool request of a call. */
export function callRequestId(turn: Turn, step: AgentStepV1, call: StepCall): string {
  return toolRequestId(turn.workspace, turn.turn_id, { step: step.step, ordinal: call.ordinal });
}

/** The results of the calls of a step, in order; calls without a result yet are left out. */
export function callResults(turn: Turn, step: AgentStepV1): CallResult[] {
  return step.calls.flatMap((call): CallResult[] => {
    if (call.error) return [{ call, status: 'error', text: defuse(call.error.message) }];
    const response = turn.responses.get(callRequestId(turn, step, call));
    return response ? [{ call, status: response.status, text: defuse(response.text) }] : [];
  });
}

/** Ids of the requests without a response. */
export function pendingRequests(turn: Turn): string[] {
  return turn.steps.flatMap((step) =>
    step.calls
      .filter(({ error }) => !error)
      .map((call) => callRequestId(turn, step, call))
      .filter((request) => !turn.responses.has(request)),
  );
}
