import { namesByBeginning } from '../begin-alike';
import { readChatMessages } from '../chat-messages';
import {
  isItem,
  itemIn,
  listIn,
  optional,
  textIn,
  type ConversationPart,
  type ExportFormat,
  type JsonItem,
} from '../conversation';

/** A chunk of a prompt of AI Studio as a message: its text, or a file of Google Drive. */
function toMessage(chunk: unknown): unknown {
  if (!isItem(chunk)) return chunk;
  const { role, text, createTime, isThought } = chunk;
  const parts = [
    ...(text === undefined ? [] : [{ text, ...(isThought === true ? { thought: true } : {}) }]),
    ...Object.keys(chunk)
      .filter((key) => key.startsWith('drive') || key === 'inlineFile' || key === 'youtubeVideo')
      .map(() => ({ type: 'file' })),
    ...['executableCode', 'codeExecutionResult'].flatMap((key) =>
      chunk[key] === undefined ? [] : [{ [key]: chunk[key] }],
    ),
  ];
  return { role, parts, createdAt: createTime };
}

/** The messages of a request of the Gemini API, or of a prompt that AI Studio has stored. */
function listedIn({ contents, chunkedPrompt }: JsonItem): readonly unknown[] | undefined {
  if (Array.isArray(contents)) return contents as unknown[];
  const { chunks } = itemIn(chunkedPrompt);
  return Array.isArray(chunks) ? chunks.map(toMessage) : undefined;
}

/** A conversation of Gemini: `{ contents: [{ role, parts }] }`, or a file of AI Studio in Google Drive. */
export const gemini: ExportFormat = {
  recognises: (item) => {
    const listed = listedIn(item);
    return (
      listed !== undefined &&
      listed.every((one) => isItem(one) && (one['role'] === undefined || Array.isArray(one['parts'])))
    );
  },

  read(item): ConversationPart {
    const listed = listedIn(item);
    if (!listed) throw new Error('it has no list `contents` and no `chunkedPrompt.chunks`');
    // The API takes a message without a role for one of the person.
    const messages = listed.map((one) => (isItem(one) ? { ...one, role: one['role'] ?? 'user' } : one));
    const read = readChatMessages(messages);
    const pending = listIn(itemIn(item['chunkedPrompt'])['pendingInputs']).map(toMessage);
    const unsent = readChatMessages(pending).messages.map(() => 'message that was not sent');
    const id = textIn(item['id']);
    return {
      ...(id === undefined ? namesByBeginning(read) : { conversation: id }),
      ...optional('title', textIn(item['title'])),
      ...read,
      leftOut: [...read.leftOut, ...unsent],
    };
  },
};
