import { namesByBeginning } from '../begin-alike';
import { readChatMessages } from '../chat-messages';
import { isItem, optional, textIn, type ConversationPart, type ExportFormat } from '../conversation';

/** A conversation of a data set in the form of ShareGPT: `{ conversations: [{ from, value }] }`. */
export const sharegpt: ExportFormat = {
  recognises: ({ conversations }) =>
    Array.isArray(conversations) &&
    conversations.some((one) => isItem(one) && typeof one['from'] === 'string' && 'value' in one),

  read(item): ConversationPart {
    const { conversations } = item;
    if (!Array.isArray(conversations)) throw new Error('it has no list `conversations`');
    const read = readChatMessages(conversations);
    const id = textIn(item['id']);
    return {
      ...(id === undefined ? namesByBeginning(read) : { conversation: id }),
      ...optional('title', textIn(item['title'])),
      ...read,
    };
  },
};
