import type { AgentStepV1 } from '@crumbtrail/contracts';
import type { ModelToolCall, PromptMessage } from '../model';
import { promptOfTurn } from '../prompt';
import { callResults, type StepCall } from '../turn/results';
import type { Turn } from '../turn/turn';

/** Uses the provider's own call id, or ours where it gave none or the same one twice. */
function idOf(step: AgentStepV1, call: StepCall): string {
  const unique = step.calls.filter(({ call_id }) => call_id === call.call_id).length === 1;
  return call.call_id && unique ? call.call_id : `call_${step.step}_${call.ordinal}`;
}

function askedBy(step: AgentStepV1, call: StepCall): ModelToolCall {
  return { id: idOf(step, call), name: call.tool, arguments: JSON.stringify(call.input ?? {}) };
}

function stepMessages(turn: Turn, step: AgentStepV1): PromptMessage[] {
  const tool_calls = step.calls.map((call) => askedBy(step, call));
  const said: PromptMessage = {
    role: 'assistant',
    content: step.content ?? '',
    ...(tool_calls.length > 0 && { tool_calls }),
  };
  const results = callResults(turn, step).map(({ call, text }): PromptMessage => ({
    role: 'tool',
    content: text,
    call_id: idOf(step, call),
  }));
  const { observation } = step;
  return [said, ...results, ...(observation ? [{ role: 'user' as const, content: observation.message }] : [])];
}

/** The turn so far as chat messages: prompt and context, then each step with the results of its calls. */
export function transcript(turn: Turn): PromptMessage[] {
  return [...promptOfTurn(turn), ...turn.steps.flatMap((step) => stepMessages(turn, step))];
}
