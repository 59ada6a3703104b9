import type { Attributes } from '@opentelemetry/api';
import type { ModelReply, ModelRequest, PromptMessage } from '@crumbtrail/prompting';

type MessagePart = Readonly<Record<string, unknown>>;

const text = (content: string): MessagePart[] => (content === '' ? [] : [{ type: 'text', content }]);

function parseOrKeep(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

const toCallParts = (calls: readonly { id: string; name: string; arguments: string }[] = []): MessagePart[] =>
  calls.map(({ id, name, arguments: given }) => ({ type: 'tool_call', id, name, arguments: parseOrKeep(given) }));

function partsOf(message: PromptMessage): MessagePart[] {
  if (message.role === 'tool') return [{ type: 'tool_call_response', id: message.call_id, response: message.content }];
  if (message.role === 'assistant') return [...text(message.content), ...toCallParts(message.tool_calls)];
  return text(message.content);
}

/** The request in the form of the OpenTelemetry conventions. Only exported when content capture is enabled. */
export function askedContent({ messages, tools = [] }: ModelRequest): Attributes {
  const instructions = messages.filter(({ role }) => role === 'system').flatMap(partsOf);
  const said = messages.filter(({ role }) => role !== 'system').map((one) => ({ role: one.role, parts: partsOf(one) }));
  const defined = tools.map((tool) => ({ type: 'function', ...tool }));
  return {
    ...(instructions.length > 0 ? { 'gen_ai.system_instructions': JSON.stringify(instructions) } : {}),
    'gen_ai.input.messages': JSON.stringify(said),
    ...(defined.length > 0 ? { 'gen_ai.tool.definitions': JSON.stringify(defined) } : {}),
  };
}

/** The reply in the same form. Only exported when content capture is enabled. */
export function repliedContent({ content, calls, finish_reason }: ModelReply): Attributes {
  const message = {
    role: 'assistant',
    parts: [...text(content), ...toCallParts(calls)],
    ...(finish_reason === undefined ? {} : { finish_reason }),
  };
  return { 'gen_ai.output.messages': JSON.stringify([message]) };
}
