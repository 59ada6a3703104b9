import {
  isItem,
  optional,
  textIn,
  timeIn,
  type ConversationPart,
  type ExportFormat,
  type JsonItem,
} from '../conversation';
import { readContent, type MessageContent } from '../message-content';

/** Texts of attached files that the export holds, each under its name. */
function attachedTexts(attachments: unknown): {
  readonly texts: readonly string[];
  readonly leftOut: readonly string[];
} {
  const all = (Array.isArray(attachments) ? attachments : []).filter(isItem);
  const texts = all.flatMap((one) => {
    const text = textIn(one['extracted_content']);
    return text === undefined ? [] : [`${textIn(one['file_name']) ?? 'file'}:\n${text}`];
  });
  return { texts, leftOut: Array.from({ length: all.length - texts.length }, () => 'file') };
}

/** The texts of a message's parts; exports of some years have only `text`. */
function contentOf({ content, text, attachments, files }: JsonItem): MessageContent {
  const parts = Array.isArray(content) && content.length > 0 ? content : text;
  const { text: said, leftOut } = readContent(parts);
  const attached = attachedTexts(attachments);
  const texts = [...(said === undefined ? [] : [said]), ...attached.texts];
  const pictures = Array.isArray(files) ? files.map(() => 'file') : [];
  return {
    ...(texts.length === 0 ? {} : { text: texts.join('\n\n') }),
    leftOut: [...leftOut, ...attached.leftOut, ...pictures],
  };
}

/** A conversation of `conversations.json` in a Claude data export. */
export const claude: ExportFormat = {
  recognises: (item) => Array.isArray(item['chat_messages']),

  read(item, { file, nth }): ConversationPart {
    const listed = item['chat_messages'];
    if (!Array.isArray(listed)) throw new Error('it has no list `chat_messages`');
    const read = listed.filter(isItem).map((one, at) => {
      const { text, leftOut } = contentOf(one);
      const id = textIn(one['uuid']) ?? String(at + 1);
      const by = one['sender'] === 'human' ? ('person' as const) : ('agent' as const);
      const at_ = optional('at', timeIn(one['created_at']));
      return { messages: text === undefined ? [] : [{ id, by, text, ...at_ }], leftOut };
    });
    return {
      conversation: textIn(item['uuid']) ?? `${file}-${nth}`,
      ...optional('title', textIn(item['name'])),
      messages: read.flatMap(({ messages }) => messages),
      leftOut: read.flatMap(({ leftOut }) => leftOut),
    };
  },
};
