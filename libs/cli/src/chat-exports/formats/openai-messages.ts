import { hashOf, optional, textIn, type ConversationPart, type ExportFormat } from '../conversation';
import { readChatMessage, readChatMessages } from '../chat-messages';

/** A conversation as `{ messages: […] }`: the body of a request, a line of a data set for fine-tuning. */
export const openaiMessages: ExportFormat = {
  recognises: (item) => Array.isArray(item['messages']),

  read(item): ConversationPart {
    if (!Array.isArray(item['messages'])) throw new Error('it has no list `messages`');
    const read = readChatMessages(item['messages']);
    // Without an id a conversation is known by how it begins, in whichever file it stands.
    const beginning = read.messages.slice(0, 2).map(({ by, text }) => [by, text]);
    return {
      conversation: textIn(item['id']) ?? hashOf(beginning),
      ...optional('title', textIn(item['title'])),
      ...read,
    };
  },
};

/** A conversation whose file lists its messages, `{ role, content }` each. */
export const openaiMessageList: ExportFormat = {
  recognises: ({ role, content }) => typeof role === 'string' && content !== undefined,

  read: (item, { file, nth, first }): ConversationPart => ({
    conversation: `${file}-${hashOf([first['role'], first['content']])}`,
    ...readChatMessage(item, nth),
  }),
};
