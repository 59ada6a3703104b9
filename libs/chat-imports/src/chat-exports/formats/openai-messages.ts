import { namesByBeginning } from '../begin-alike';
import { hasKnownRole, readChatMessage, readChatMessages } from '../chat-messages';
import {
  hashOf,
  isItem,
  optional,
  textIn,
  type ConversationPart,
  type ExportFormat,
  type JsonItem,
} from '../conversation';

/** A conversation as `{ messages: […] }`: the body of a request, a line of a data set for fine-tuning, messages of the AI SDK. */
export const openaiMessages: ExportFormat = {
  recognises: ({ messages }) => Array.isArray(messages) && (messages.length === 0 || messages.some(hasKnownRole)),

  read(item): ConversationPart {
    if (!Array.isArray(item['messages'])) throw new Error('it has no list `messages`');
    const read = readChatMessages(item['messages']);
    const id = textIn(item['id']);
    return {
      ...(id === undefined ? namesByBeginning(read) : { conversation: id }),
      ...optional('title', textIn(item['title'])),
      ...read,
    };
  },
};

/** What names the conversation of a list: its first message. */
function nameOfFirst(first: JsonItem): string {
  const { role, content } = first;
  return hashOf(content === undefined || role === undefined ? first : [role, content]);
}

/** What a database of messages calls their conversation. Lists of messages with a text as their content are one conversation, as they always were. */
function conversationIdOf({ content, chatId, threadId }: JsonItem): string | undefined {
  return typeof content === 'string' ? undefined : (textIn(chatId) ?? textIn(threadId));
}

/** Fields of which a message has one; LangChain's stand in `data` or `kwargs`. */
const CONTENTS = ['content', 'parts', 'value', 'tool_calls', 'refusal', 'audio'];

/** A conversation whose file lists its messages, `{ role, content }` each, as the AI SDK, Gemini and LangChain write them too. */
export const openaiMessageList: ExportFormat = {
  recognises: (item) =>
    (typeof item['role'] === 'string' && item['content'] !== undefined) ||
    (hasKnownRole(item) &&
      (isItem(item['data']) || isItem(item['kwargs']) || CONTENTS.some((key) => item[key] !== undefined))),

  read(item, { file, nth, first }): ConversationPart {
    const read = readChatMessage(item, nth);
    const conversation = conversationIdOf(item);
    if (conversation === undefined) return { conversation: `${file}-${nameOfFirst(first)}`, ...read };
    // In a database a message keeps its id, and not its place.
    const id = textIn(item['id']);
    return { conversation, ...read, messages: read.messages.map((one) => ({ ...one, ...optional('id', id) })) };
  },
};
