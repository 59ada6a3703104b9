import type { AgentStepV1 } from '@crumbtrail/contracts';
import type { PromptMessage } from '../../model';
import { callResults, type CallResult, type StepCall } from '../../turn/results';
import type { Turn } from '../../turn/turn';

/** Keeps text that is JSON as it is, digit for digit; encodes any other text as a JSON string. */
function asJson(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}

/** Names the request of a result: by its own id, else by its place in the list where there are several. */
function requestName({ call_id, ordinal }: StepCall, several: boolean): string[] {
  if (call_id !== undefined) return [`"request_id":${JSON.stringify(call_id)}`];
  return several ? [`"request":${ordinal + 1}`] : [];
}

function resultText({ call, status, text }: CallResult, several: boolean): string {
  const fields = [
    ...requestName(call, several),
    `"tool":${JSON.stringify(call.tool)}`,
    status === 'ok' ? `"result":${asJson(text)}` : `"error":${JSON.stringify(text)}`,
    ...(call.return_to_llm === false && status === 'ok' ? ['"shown_to_people":true'] : []),
  ];
  return `{${fields.join(',')}}`;
}

function answerTo(turn: Turn, step: AgentStepV1): string {
  const results = callResults(turn, step);
  const resultMessages =
    results.length === 0
      ? []
      : [`{"tool_results":[${results.map((one) => resultText(one, step.calls.length > 1)).join(',')}]}`];
  return [...resultMessages, ...(step.observation ? [step.observation.message] : [])].join('\n\n');
}

/**
 * The steps so far: each reply as the model wrote it, then its results. Results are encoded as JSON, so that no text in
 * one can imitate another message.
 */
export function stepMessages(turn: Turn): PromptMessage[] {
  return turn.steps.flatMap((step): PromptMessage[] => {
    const answer = answerTo(turn, step);
    const said: PromptMessage = { role: 'assistant', content: step.content || '{}' };
    return [said, ...(answer === '' ? [] : [{ role: 'user' as const, content: answer }])];
  });
}
