import type { ModelCallList } from '@crumbtrail/client';
import type { OutputBlock } from './table';

type ListedCall = ModelCallList['calls'][number];
type Message = ListedCall['messages'][number];

function messageLines({ role, content, tool_calls = [], call_id }: Message): OutputBlock[] {
  const answered = call_id === undefined ? '' : ` (result of ${call_id})`;
  const calls = tool_calls.map(({ id, name, arguments: given }) => `calls ${name} (${id}): ${given}`);
  return [`--- ${role}${answered}`, ...(content === '' ? [] : [{ verbatim: content }]), ...calls];
}

function callLines(call: ListedCall): OutputBlock[] {
  const { model, messages, tools, tokens } = call;
  const named = model === undefined ? '' : ` of ${model}`;
  return [
    `call ${call.call}${named}: ${messages.length} messages, ${tools.length} tools, ${tokens} tokens estimated`,
    ...messages.flatMap(messageLines),
    ...tools.map(
      ({ name, description, parameters }) => `--- tool ${name}\n${description}\n${JSON.stringify(parameters)}`,
    ),
    '',
  ];
}

/** What the model was sent, call by call. */
export function modelCallLines({ calls, gone }: ModelCallList): OutputBlock[] {
  if (gone !== undefined) return [gone];
  if (calls.length === 0) return ['The model was not called in this turn.'];
  return calls.flatMap(callLines).slice(0, -1);
}
