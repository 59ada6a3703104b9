import { MAX_CRUMB_BYTES } from '@crumbtrail/contracts';
import { type ChatBody, CreateChatCompletion } from '@crumbtrail/contracts/http/openai';
import type { z } from 'zod';
import { refuseUnsafe } from '../http/parse-shape';
import { invalidParam, OpenAiError } from './openai-error';

/** One message of a conversation. */
export interface ChatLine {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** A validated chat completion request, with the fields that the gateway uses. */
export interface ChatRequest {
  /** The name of the agent. */
  readonly model: string;
  /** The conversation, oldest first; the last message is the user's. */
  readonly lines: readonly ChatLine[];
  /** The system messages; empty if there are none. */
  readonly instructions: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** The client requests JSON output. */
  readonly wantsJson: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  /** Names of the system messages, which are ignored unless the agent accepts them. */
  readonly systemMessages: readonly string[];
  /** Names of parameters that are ignored because the agent's definition sets them; listed in a reply header. */
  readonly ignored: readonly string[];
}

type Message = ChatBody['messages'][number];
type ContentPart = Exclude<Message['content'], string | null | undefined>[number];

const USED = new Set(['model', 'messages', 'stream', 'stream_options', 'n', 'response_format', 'metadata']);

function paramName(path: readonly PropertyKey[]): string | null {
  const name = path.map((one) => (typeof one === 'number' ? `[${one}]` : `.${String(one)}`)).join('');
  return name === '' ? null : name.replace(/^\./, '');
}

/** Validates the body of a chat completion; throws an error of the OpenAI protocol. */
export function parseChatBody(body: unknown): ChatBody {
  refuseUnsafe(body);
  const found = CreateChatCompletion.body.safeParse(body);
  if (found.success) return found.data;
  const [issue] = found.error.issues as [z.core.$ZodIssue];
  const param = paramName(issue.path);
  throw invalidParam(param, `${param ?? 'The body'}: ${issue.message}.`);
}

/** Parameters that are rejected because they ask for something other than one text from this agent. */
const unsupported: readonly (readonly [param: string, is: (body: ChatBody) => boolean, why: string])[] = [
  ['n', ({ n }) => n !== undefined && n !== null && n !== 1, 'An agent answers once: leave `n` out, or send 1.'],
  [
    'tools',
    ({ tools }) => !!tools?.length,
    'An agent uses the tools that its definition grants; a client cannot bring its own.',
  ],
  ['functions', ({ functions }) => !!functions?.length, 'Clients cannot define their own functions.'],
  ['logprobs', ({ logprobs }) => logprobs === true, 'Log probabilities are not available.'],
  [
    'modalities',
    ({ modalities }) => !!modalities?.some((one) => one !== 'text'),
    'Agents answer in text: leave `modalities` out, or send ["text"].',
  ],
];

function partText({ type, text }: ContentPart, at: string): string {
  if (type === 'text' && text !== undefined) return text;
  if (type === 'refusal') return '';
  throw invalidParam(at, `${at} is of the type ${type.slice(0, 40)}; only parts of the type text can be read here.`);
}

function messageText({ content }: Message, at: string): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((one, i) => partText(one, `${at}.content[${i}]`)).join('\n');
}

const isSystem = ({ role }: Message): boolean => role === 'system' || role === 'developer';

/** The text of all system messages, in their order, wherever they are in the conversation. */
function readInstructions(messages: readonly Message[]): string {
  const texts = messages.map((said, i) => (isSystem(said) ? messageText(said, `messages[${i}]`).trim() : ''));
  return texts.filter((text) => text !== '').join('\n\n');
}

function readLine(said: Message, at: string): ChatLine | null {
  const { role, tool_calls, function_call } = said;
  if (isSystem(said)) return null;
  if (role !== 'user' && role !== 'assistant') {
    throw invalidParam(
      `${at}.role`,
      `${at} is of the role ${role.slice(0, 40)}; a conversation here is user and assistant.`,
    );
  }
  if (tool_calls?.length || function_call) {
    throw invalidParam(
      `${at}.tool_calls`,
      'Agents run their tools themselves; what they say comes without tool calls.',
    );
  }
  return { role, text: messageText(said, at) };
}

/** The largest message: a breadcrumb, less the room that its envelope and quoted history take. */
const MAX_MESSAGE_BYTES = MAX_CRUMB_BYTES - 56 * 1024;

function refuseLarge(text: string, param: string): void {
  if (Buffer.byteLength(text) <= MAX_MESSAGE_BYTES) return;
  const message = `${param} is larger than ${MAX_MESSAGE_BYTES / 1024} KiB, the limit of one message. Send it in parts.`;
  throw new OpenAiError(413, { message, type: 'invalid_request_error', param, code: 'too_large' });
}

function readLines(messages: readonly Message[]): ChatLine[] {
  const lines = messages.flatMap((said, i) => readLine(said, `messages[${i}]`) ?? []);
  const last = lines.at(-1);
  const at = `messages[${messages.length - 1}]`;
  if (last?.role !== 'user')
    throw invalidParam(at, 'The last message must be the user’s: it is what the agent answers.');
  if (last.text.trim() === '') throw invalidParam(`${at}.content`, 'The last message is empty.');
  refuseLarge(last.text, `${at}.content`);
  return lines;
}

function listIgnored(body: ChatBody): string[] {
  const isSaid = (value: unknown): boolean =>
    Array.isArray(value) ? value.length > 0 : ![undefined, null, false].includes(value as null);
  const others = Object.entries(body).filter(([name, value]) => !USED.has(name) && isSaid(value));
  return others.map(([name]) => name.replace(/[^\w.-]/g, '_').slice(0, 64));
}

/**
 * Parses a request. Parameters that the agent's definition sets (instructions, sampling, limits) are ignored and listed.
 * Parameters that ask for something other than one text are rejected by name.
 */
export function readChatRequest(body: ChatBody): ChatRequest {
  const refusal = unsupported.find(([, is]) => is(body));
  if (refusal) throw invalidParam(refusal[0], refusal[2], 'unsupported_parameter');
  return {
    model: body.model,
    lines: readLines(body.messages),
    instructions: readInstructions(body.messages),
    stream: body.stream === true,
    includeUsage: body.stream_options?.include_usage === true,
    wantsJson: !!body.response_format && body.response_format.type !== 'text',
    metadata: body.metadata ?? {},
    systemMessages: body.messages.flatMap((said, i) => (isSystem(said) ? [`messages[${i}]`] : [])),
    ignored: listIgnored(body),
  };
}
