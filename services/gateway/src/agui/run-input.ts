import type { ChatBody } from '@crumbtrail/contracts/http/openai';
import type { AgUiRunInput } from '@crumbtrail/contracts/http/agui';
import { type ChatRequest, listIgnored, readChatRequest } from '../openai/chat-request';

type RunMessage = AgUiRunInput['messages'][number];
type ChatBodyMessage = ChatBody['messages'][number];
type RunPart = Extract<RunMessage['content'], readonly unknown[]>[number];
type ChatPart = Extract<ChatBodyMessage['content'], readonly unknown[]>[number];

/** Messages of a user interface that say nothing to an agent. */
const SHOWN_ONLY: readonly string[] = ['reasoning', 'activity'];

const USED: ReadonlySet<string> = new Set([
  'threadId',
  'runId',
  'messages',
  'tools',
  'context',
  'resume',
  'protocolVersion',
]);

const isSystem = ({ role }: Pick<RunMessage, 'role'>): boolean => role === 'system' || role === 'developer';

/** A part with a file as OpenAI's clients send it; an address stays one, and is refused as theirs are. */
function toFilePart({ type, source = { type: 'data' }, filename }: RunPart): ChatPart {
  const { value = '', mimeType = 'application/octet-stream' } = source;
  const url = source.type === 'data' ? `data:${mimeType};base64,${value}` : value;
  if (type === 'image') return { type: 'image_url', image_url: { url } };
  return { type: 'file', file: { file_data: url, ...(filename !== undefined && { filename }) } };
}

const toPart = (part: RunPart): ChatPart =>
  part.source === undefined ? { type: part.type, text: part.text } : toFilePart(part);

function toContent(content: RunMessage['content']): ChatBodyMessage['content'] {
  if (Array.isArray(content)) return content.map((part) => toPart(part as RunPart));
  return typeof content === 'string' ? content : null;
}

/** The results that a run ends with, which its client brings. */
function endingResults(messages: readonly RunMessage[]): string[] {
  const from = messages.findLastIndex(({ role }) => role !== 'tool' && !SHOWN_ONLY.includes(role));
  return messages.slice(from + 1).flatMap(({ toolCallId }) => toolCallId ?? []);
}

/** The ids of calls of the agent's own tools, which interfaces keep in the conversation as they keep those of the client. */
function ownCalls({ messages, tools }: AgUiRunInput): Set<string> {
  const names = new Set((tools ?? []).map(({ name }) => name));
  const brought = new Set(endingResults(messages));
  const calls = messages.flatMap(({ toolCalls }) => toolCalls ?? []);
  return new Set(
    calls.filter((call) => !names.has(call.function?.name ?? '') && !brought.has(call.id)).map(({ id }) => id),
  );
}

/** A message that says nothing to the agent keeps its place, as an empty system message, so that errors name the right message. */
const NOTHING_SAID: ChatBodyMessage = { role: 'system', content: '' };

function toChatMessage(said: RunMessage, own: ReadonlySet<string>): ChatBodyMessage {
  const { role, content, name, toolCalls, toolCallId } = said;
  if (SHOWN_ONLY.includes(role) || own.has(toolCallId ?? '')) return NOTHING_SAID;
  const calls = toolCalls?.filter(({ id }) => !own.has(id));
  if (toolCalls?.length && !calls?.length && !content) return NOTHING_SAID;
  return { role, content: toContent(content), name, tool_calls: calls, tool_call_id: toolCallId };
}

/** The conversation, without what is only shown at its end. */
function toMessages(input: AgUiRunInput): ChatBodyMessage[] {
  const own = ownCalls(input);
  const last = input.messages.findLastIndex(({ role }) => !SHOWN_ONLY.includes(role));
  return input.messages.slice(0, last + 1).map((said) => toChatMessage(said, own));
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Fields of a run that nothing uses. */
export function unusedFields(input: AgUiRunInput): string[] {
  const said = Object.fromEntries(Object.entries(input).filter(([, value]) => !isEmptyObject(value)));
  return listIgnored(said, USED);
}

/** Reads a run as the chat request that asks for the same; its thread is the session. */
export function toChatRequest(agent: string, input: AgUiRunInput): ChatRequest {
  const { threadId: session, messages, context } = input;
  const chat = readChatRequest({
    model: agent,
    messages: toMessages(input),
    stream: true,
    metadata: { session },
    tools: input.tools?.map((one) => ({ type: 'function' as const, function: one })),
  });
  const known = (context ?? []).map(({ description, value }) => `${description}: ${value}`);
  const named = messages.flatMap((said, i) => (isSystem(said) ? [`messages[${i}]`] : []));
  return {
    ...chat,
    instructions: [chat.instructions, ...known].filter((text) => text !== '').join('\n\n'),
    systemMessages: [...named, ...(known.length > 0 ? ['context'] : [])],
    ignored: unusedFields(input),
  };
}
