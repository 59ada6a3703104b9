import { findSchemaIssues, MAX_CRUMB_BYTES, type UserMessageV1 } from '@crumbtrail/contracts';
import { type ChatBody, CreateChatCompletion } from '@crumbtrail/contracts/http/openai';
import { invalidParam, OpenAiError } from './openai-error';
import { type InlineFile, isFilePart, readFiles } from './message-files';
import { parseBodyAs } from './parse-body';

/** One message of a conversation. */
export interface ChatLine {
  readonly role: 'user' | 'assistant';
  /** The display name of the author. */
  readonly name?: string;
  readonly text: string;
}

/** The result of a tool call that the client ran. */
export interface ToolResult {
  /** The id of the call. */
  readonly call: string;
  readonly text: string;
  /** Where the request names the call. */
  readonly param: string;
}

/** The tool calls in a conversation. */
export interface ConversationCalls {
  /** The first message with a call or a result; null if there is none. */
  readonly first: string | null;
  /** The results of the latest calls. */
  readonly results: readonly ToolResult[];
  /** The latest calls that have no result. */
  readonly abandoned: readonly string[];
  /** The conversation ends with results: the turn that called continues. */
  readonly continues: boolean;
}

/** A validated chat completion request, with the fields that the gateway uses. */
export interface ChatRequest {
  /** The name of the agent. */
  readonly model: string;
  /** The conversation without its tool calls, oldest first; the last message is the user's, unless the request continues a turn. */
  readonly lines: readonly ChatLine[];
  /** Files of the last message. */
  readonly files: readonly InlineFile[];
  /** What the tool calls of the conversation ask for. */
  readonly calls: ConversationCalls;
  /** The tools that the client runs. */
  readonly tools: NonNullable<UserMessageV1['tools']>;
  /** The first call of the model must call a tool. */
  readonly toolChoice: UserMessageV1['tool_choice'];
  /** The system messages; empty if there are none. */
  readonly instructions: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** The schema of the JSON that the client requests; undefined for text. */
  readonly outputSchema: RequestedSchema | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  /** Names of the system messages, which are ignored unless the agent accepts them. */
  readonly systemMessages: readonly string[];
  /** Names of parameters that are ignored because the agent's definition sets them; listed in a reply header. */
  readonly ignored: readonly string[];
}

type RequestedSchema = Readonly<Record<string, unknown>>;
type Message = ChatBody['messages'][number];
type ContentPart = Exclude<Message['content'], string | null | undefined>[number];

const USED: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'n',
  'response_format',
  'metadata',
  'tools',
  'tool_choice',
]);

/** Validates the body of a chat completion; throws an error of the OpenAI protocol. */
export const parseChatBody = parseBodyAs(CreateChatCompletion.body);

/** Parameters that are rejected because they ask for something other than one text from this agent. */
const unsupported: readonly (readonly [param: string, is: (body: ChatBody) => boolean, why: string])[] = [
  ['n', ({ n }) => n !== undefined && n !== null && n !== 1, 'An agent answers once: leave `n` out, or send 1.'],
  ['functions', ({ functions }) => !!functions?.length, 'Use `tools`: `functions` is not supported.'],
  ['logprobs', ({ logprobs }) => logprobs === true, 'Log probabilities are not available.'],
  [
    'modalities',
    ({ modalities }) => !!modalities?.some((one) => one !== 'text'),
    'Agents answer in text: leave `modalities` out, or send ["text"].',
  ],
];

function partText(part: ContentPart, at: string): string {
  const { type, text } = part;
  if (isFilePart(part)) return '';
  if (type === 'text' && text !== undefined) return text;
  if (type === 'refusal') return '';
  throw invalidParam(
    at,
    `${at} is of the type ${type.slice(0, 40)}; only parts of the types text, image_url and file can be read here.`,
  );
}

function messageText({ content }: Message, at: string): string {
  if (typeof content === 'string') return content;
  return (content ?? [])
    .map((one, i) => partText(one, `${at}.content[${i}]`))
    .filter((text) => text !== '')
    .join('\n');
}

const isSystem = ({ role }: Message): boolean => role === 'system' || role === 'developer';

/** The text of all system messages, in their order, wherever they are in the conversation. */
function readInstructions(messages: readonly Message[]): string {
  const texts = messages.map((said, i) => (isSystem(said) ? messageText(said, `messages[${i}]`).trim() : ''));
  return texts.filter((text) => text !== '').join('\n\n');
}

/** Calls of tools and their results belong to the turns of the agent, and so are no lines of the conversation. */
const isPartOfTurn = ({ role, tool_calls }: Message): boolean =>
  role === 'tool' || (role === 'assistant' && !!tool_calls?.length);

function readLine(said: Message, at: string): ChatLine | null {
  const { role, function_call } = said;
  if (isSystem(said) || isPartOfTurn(said)) return null;
  if (role !== 'user' && role !== 'assistant') {
    throw invalidParam(
      `${at}.role`,
      `${at} is of the role ${role.slice(0, 40)}; a conversation here is user, assistant and tool.`,
    );
  }
  if (function_call) throw invalidParam(`${at}.function_call`, 'Use `tool_calls`: `function_call` is not supported.');
  const name = role === 'user' && said.name ? { name: said.name } : {};
  return { role, ...name, text: messageText(said, at) };
}

function toResult({ tool_call_id, ...said }: Message, at: string): ToolResult {
  if (!tool_call_id) throw invalidParam(`${at}.tool_call_id`, `${at}.tool_call_id: names the call of this result.`);
  return { call: tool_call_id, text: messageText(said, at), param: `${at}.tool_call_id` };
}

/** Reads the calls that no assistant message follows: earlier ones belong to turns that have ended. */
function readCalls(messages: readonly Message[]): ConversationCalls {
  const first = messages.findIndex(({ role, tool_calls }) => role === 'tool' || !!tool_calls?.length);
  const from = messages.findLastIndex(({ role }) => role === 'assistant');
  const results = messages.flatMap((said, i) =>
    i > from && said.role === 'tool' ? [toResult(said, `messages[${i}]`)] : [],
  );
  const called = messages[from]?.tool_calls?.map(({ id }) => id) ?? [];
  return {
    first: first < 0 ? null : `messages[${first}]`,
    results,
    abandoned: called.filter((id) => !results.some(({ call }) => call === id)),
    continues: messages.findLast((said) => !isSystem(said))?.role === 'tool',
  };
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
  const [last, latest] = [lines.at(-1), messages.findLast((said) => !isSystem(said))];
  const at = `messages[${messages.length - 1}]`;
  if (latest?.role === 'tool') return lines;
  if (latest?.role !== 'user' || !last)
    throw invalidParam(
      at,
      'The last message must be the user’s, which the agent answers, or the result of a tool call.',
    );
  if (last.text.trim() === '') throw invalidParam(`${at}.content`, 'The last message is empty.');
  refuseLarge(last.text, `${at}.content`);
  return lines;
}

function readTools({ tools, tool_choice }: ChatBody): Pick<ChatRequest, 'tools' | 'toolChoice'> {
  if (!tools?.length || tool_choice === 'none') return { tools: [], toolChoice: undefined };
  const named = tools.map(({ function: { name, description, parameters } }) => ({
    name,
    ...(description ? { description } : {}),
    ...(parameters ? { parameters } : {}),
  }));
  if (typeof tool_choice === 'object' && tool_choice)
    return { tools: named, toolChoice: { tool: tool_choice.function.name } };
  return { tools: named, toolChoice: tool_choice === 'required' ? {} : undefined };
}

/** The requested schema; `json_object` is any object. Its dialect is not named: every schema is read as 2020-12. */
function readOutputSchema({ response_format }: ChatBody): RequestedSchema | undefined {
  if (!response_format || response_format.type === 'text') return undefined;
  const { $schema: _, ...schema } = response_format.json_schema?.schema ?? { type: 'object' };
  const [issue] = findSchemaIssues(schema);
  if (!issue) return schema;
  const param = 'response_format.json_schema.schema';
  throw invalidParam(param, `${param}${issue.path} ${issue.message}.`);
}

/** Names of the parameters of a request that nothing uses. */
export function listIgnored(body: Readonly<Record<string, unknown>>, used = USED): string[] {
  const isSaid = (value: unknown): boolean =>
    Array.isArray(value) ? value.length > 0 : ![undefined, null, false].includes(value as null);
  const others = Object.entries(body).filter(([name, value]) => !used.has(name) && isSaid(value));
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
    files: readFiles(body.messages),
    calls: readCalls(body.messages),
    ...readTools(body),
    instructions: readInstructions(body.messages),
    stream: body.stream === true,
    includeUsage: body.stream_options?.include_usage === true,
    outputSchema: readOutputSchema(body),
    metadata: body.metadata ?? {},
    systemMessages: body.messages.flatMap((said, i) => (isSystem(said) ? [`messages[${i}]`] : [])),
    ignored: listIgnored(body),
  };
}
