import { isItem, numberedId, optional, textIn, timeIn, type ExportedMessage, type JsonItem } from './conversation';
import { readContent } from './message-content';

/** What a list of chat messages holds. */
export interface ReadMessages {
  readonly messages: readonly ExportedMessage[];
  readonly leftOut: readonly string[];
}

/** Roles by the names that OpenAI, Anthropic and LangChain give them. */
const SPEAKERS: Readonly<Record<string, ExportedMessage['by']>> = {
  user: 'person',
  human: 'person',
  assistant: 'agent',
  ai: 'agent',
  model: 'agent',
};

/** The role of a message: `role` as in the OpenAI protocol; `type`, or the last part of `id`, as LangChain writes it. */
function roleOf({ role, type, id }: JsonItem): string {
  const named = role ?? (type === 'constructor' ? undefined : type);
  const ofClass = Array.isArray(id) ? String(id.at(-1)).replace(/Message(Chunk)?$/, '') : undefined;
  return String(named ?? ofClass ?? 'unknown').toLowerCase();
}

/** The fields of a message; LangChain puts them under `kwargs` or `data`. */
function fieldsOf(message: JsonItem): JsonItem {
  const inner = message['kwargs'] ?? message['data'];
  return isItem(inner) ? inner : message;
}

/** Reads one chat message, the nth of its conversation. */
export function readChatMessage(message: unknown, nth: number): ReadMessages {
  if (!isItem(message)) return { messages: [], leftOut: ['message that is no object'] };
  const role = roleOf(message);
  const by = SPEAKERS[role];
  if (by === undefined) return { messages: [], leftOut: [`${role} message`] };
  const fields = fieldsOf(message);
  const { text, leftOut } = readContent(fields['content']);
  if (text === undefined) return { messages: [], leftOut };
  const said = {
    id: numberedId(nth, text),
    by,
    text,
    ...optional('speaker', textIn(fields['name'])),
    ...optional('at', timeIn(fields['created_at'] ?? fields['timestamp'])),
  };
  return { messages: [said], leftOut };
}

/** Reads a list of chat messages, numbered from 1. */
export function readChatMessages(list: readonly unknown[]): ReadMessages {
  const read = list.map((one, at) => readChatMessage(one, at + 1));
  return { messages: read.flatMap(({ messages }) => messages), leftOut: read.flatMap(({ leftOut }) => leftOut) };
}
