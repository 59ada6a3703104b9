import {
  countReason,
  isItem,
  joinRead,
  leaveOut,
  listIn,
  numberedId,
  optional,
  reasonOfParts,
  textIn,
  timeIn,
  type ExportedMessage,
  type JsonItem,
  type ReadMessages,
} from './conversation';
import { hasPlainText, readContent, readParts, type MessageContent } from './message-content';

/** Roles by the names that OpenAI, Anthropic, LangChain, Gemini and ShareGPT give them. */
const SPEAKERS: Readonly<Record<string, ExportedMessage['by']>> = {
  user: 'person',
  human: 'person',
  assistant: 'agent',
  ai: 'agent',
  model: 'agent',
  gpt: 'agent',
  chatgpt: 'agent',
  gemini: 'agent',
  claude: 'agent',
  bot: 'agent',
};

/** Roles that name conversations by what they say first: those that the first version of imports knew. */
const NAMING: ReadonlySet<string> = new Set(['user', 'human', 'assistant', 'ai', 'model']);

/** Roles of those who say nothing in a conversation. */
const UNSAID: ReadonlySet<string> = new Set(['system', 'developer', 'tool', 'function', 'observation']);

/** The role of a message: `role` as in the OpenAI protocol, `from` of ShareGPT; `type`, or the last part of `id`, as LangChain writes it. */
function roleOf({ role, from, type, id }: JsonItem): string {
  const named = role ?? from ?? (type === 'constructor' ? undefined : type);
  const ofClass = Array.isArray(id) ? String(id.at(-1)).replace(/Message(Chunk)?$/, '') : undefined;
  return String(named ?? ofClass ?? 'unknown').toLowerCase();
}

const speakerOf = (role: string): ExportedMessage['by'] | undefined =>
  Object.hasOwn(SPEAKERS, role) ? SPEAKERS[role] : undefined;

/** Is this a chat message of a known role? */
export function hasKnownRole(value: unknown): boolean {
  if (!isItem(value)) return false;
  const role = roleOf(value);
  return speakerOf(role) !== undefined || UNSAID.has(role);
}

/** The fields of a message; LangChain puts them under `kwargs` or `data`. */
function fieldsOf(message: JsonItem): JsonItem {
  const inner = message['kwargs'] ?? message['data'];
  return isItem(inner) ? inner : message;
}

/** What a message holds beside its content, a few words for each. */
function besideContent(fields: JsonItem, hasParts: boolean): string[] {
  const calls = listIn(fields['tool_calls']);
  const of = isItem(fields['additional_kwargs']) ? fields['additional_kwargs'] : {};
  const ofLangChain = calls.length === 0 ? listIn(of['tool_calls']) : [];
  const ofSdk = hasParts ? [] : listIn(fields['toolInvocations']);
  const thought = [fields['reasoning_content'], fields['reasoning'], fields['thinking']].some(
    (one) => textIn(one) !== undefined,
  );
  const files = ['experimental_attachments', 'attachments', 'images', 'files'].flatMap((key) => listIn(fields[key]));
  return [
    ...countReason(calls.length + ofLangChain.length + ofSdk.length, 'tool call'),
    ...(isItem(fields['function_call']) ? ['tool call'] : []),
    ...(thought ? ['thought'] : []),
    ...countReason(files.length, 'file'),
  ];
}

/** The words of a spoken reply, which has no other text. */
function spokenIn(audio: unknown): MessageContent {
  if (!isItem(audio)) return { leftOut: [] };
  return { ...optional('text', textIn(audio['transcript'])), leftOut: ['sound'] };
}

/** The parts of a message: `parts` as of the AI SDK and Gemini, or `content.parts` as of Mastra. */
function partsOf({ parts, content }: JsonItem): readonly unknown[] | undefined {
  const listed = parts ?? (isItem(content) ? content['parts'] : undefined);
  return Array.isArray(listed) ? (listed as unknown[]) : undefined;
}

/** The content of a message, unless it is an object of parts. */
function plainContent({ content, value, text }: JsonItem): unknown {
  return isItem(content) && Array.isArray(content['parts']) ? content['content'] : (content ?? value ?? text);
}

/** Everything that a message holds: its content or parts, a refusal, what was spoken, and what is left out. */
function contentOf(fields: JsonItem): MessageContent {
  const content = readContent(plainContent(fields));
  const listed = partsOf(fields);
  const parts = readParts(listed ?? []);
  const spoken = spokenIn(fields['audio']);
  const said = [content.text ?? parts.text, textIn(fields['refusal'])].filter((one) => one !== undefined);
  const text = said.length === 0 ? spoken.text : said.join('\n\n');
  return {
    ...optional('text', text),
    leftOut: [...content.leftOut, ...parts.leftOut, ...spoken.leftOut, ...besideContent(fields, listed !== undefined)],
  };
}

const timeOf = (fields: JsonItem): string | undefined =>
  timeIn(fields['created_at'] ?? fields['timestamp'] ?? fields['createdAt'] ?? fields['create_time']);

/** Reads one chat message, the nth of its conversation. */
export function readChatMessage(message: unknown, nth: number): ReadMessages {
  if (!isItem(message)) return leaveOut('message that is no object');
  const role = roleOf(message);
  const by = speakerOf(role);
  if (by === undefined) return leaveOut(`${role} message`);
  const fields = fieldsOf(message);
  const { text, leftOut } = contentOf(fields);
  if (text === undefined) return leaveOut(reasonOfParts(leftOut));
  const said = {
    id: numberedId(nth, text),
    by,
    text,
    ...optional('speaker', textIn(fields['name'])),
    ...optional('at', timeOf(fields)),
    ...(NAMING.has(role) && hasPlainText(fields['content']) ? {} : { isNaming: false as const }),
  };
  return { messages: [said], leftOut: [], partsLeftOut: leftOut };
}

/** Reads a list of chat messages, numbered from 1. */
export const readChatMessages = (list: readonly unknown[]): ReadMessages =>
  joinRead(list.map((one, at) => readChatMessage(one, at + 1)));
