import type { ChatBody } from '@crumbtrail/contracts/http/openai';
import type { ResponseInputItem, ResponsesBody } from '@crumbtrail/contracts/http/openai-responses';
import { invalidParam } from '../openai/openai-error';

type ChatMessage = ChatBody['messages'][number];

/** Types of text parts in the Responses API. */
const TEXTS: readonly string[] = ['input_text', 'output_text', 'text'];
/** Items that say nothing that an agent needs. */
const SKIPPED: readonly string[] = ['reasoning', 'item_reference'];

function toContent(content: ResponseInputItem['content']): ChatMessage['content'] {
  if (!Array.isArray(content)) return content;
  return content.map((part) => (TEXTS.includes(part.type) ? { type: 'text', text: part.text ?? '' } : part));
}

function refuseItem({ type }: ResponseInputItem, at: number): Error {
  return invalidParam(
    `input[${at}].type`,
    `input[${at}] is of the type ${String(type).slice(0, 40)}; an agent reads messages, and calls of functions with their outputs.`,
  );
}

/** A call joins the assistant's message before it, also across outputs of other calls: one reply may call several tools. */
function addCall(messages: ChatMessage[], id: string): void {
  const last = messages.findLast(({ role }) => role !== 'tool');
  if (last?.role === 'assistant') last.tool_calls = [...(last.tool_calls ?? []), { id }];
  else messages.push({ role: 'assistant', content: null, tool_calls: [{ id }] });
}

function toMessages(items: readonly ResponseInputItem[]): ChatMessage[] {
  const messages: ChatMessage[] = [];
  items.forEach((item, at) => {
    const { type, role, content, call_id, output } = item;
    if (role && (!type || type === 'message')) messages.push({ role, content: toContent(content) });
    else if (type === 'function_call') addCall(messages, call_id ?? '');
    else if (type === 'function_call_output')
      messages.push({ role: 'tool', tool_call_id: call_id ?? '', content: toContent(output) });
    else if (!SKIPPED.includes(type ?? '')) throw refuseItem(item, at);
  });
  return messages;
}

function toTools({ tools, tool_choice }: ResponsesBody): Pick<ChatBody, 'tools' | 'tool_choice'> {
  return {
    tools: tools?.map(({ name, description, parameters }) => ({
      type: 'function' as const,
      function: { name, description, parameters },
    })),
    tool_choice: typeof tool_choice === 'object' && tool_choice ? { function: tool_choice } : tool_choice,
  };
}

function toFormat({ text }: ResponsesBody): Pick<ChatBody, 'response_format'> {
  const format = text?.format;
  return format ? { response_format: { type: format.type, json_schema: { schema: format.schema } } } : {};
}

/** The body of a chat completion that says the same. References to items must have been resolved. */
export function toChatBody(body: ResponsesBody, items: readonly ResponseInputItem[]): ChatBody {
  const { model, instructions, stream, metadata } = body;
  const told: ChatMessage[] = instructions ? [{ role: 'system', content: instructions }] : [];
  return { model, messages: [...told, ...toMessages(items)], stream, metadata, ...toTools(body), ...toFormat(body) };
}

const PARAMS: readonly (readonly [of: RegExp, is: string])[] = [
  [/^messages.*/, 'input'],
  [/^response_format.*/, 'text.format'],
  [/^(tools\[\d+\])\.function/, '$1'],
];

/** The parameter of the Responses API for one of chat completions. */
export function toResponsesParam(param: string | null): string | null {
  const [of, is] = PARAMS.find(([pattern]) => param !== null && pattern.test(param)) ?? [];
  return param === null || !of || is === undefined ? param : param.replace(of, is);
}
