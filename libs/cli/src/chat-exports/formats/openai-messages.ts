import { optional, textIn, type ConversationPart, type ExportFormat } from '../conversation';
import { readChatMessage, readChatMessages } from '../chat-messages';

/** A conversation as `{ messages: […] }`: the body of a request, a line of a data set for fine-tuning. */
export const openaiMessages: ExportFormat = {
  recognises: (item) => Array.isArray(item['messages']),

  read(item, { file, nth }): ConversationPart {
    const { messages } = item;
    if (!Array.isArray(messages)) throw new Error('it has no list `messages`');
    return {
      conversation: textIn(item['id']) ?? `${file}-${nth}`,
      ...optional('title', textIn(item['title'])),
      ...readChatMessages(messages),
    };
  },
};

/** A conversation whose file lists its messages, `{ role, content }` each. */
export const openaiMessageList: ExportFormat = {
  recognises: ({ role, content }) => typeof role === 'string' && content !== undefined,

  read: (item, { file, nth }): ConversationPart => ({ conversation: file, ...readChatMessage(item, String(nth)) }),
};
