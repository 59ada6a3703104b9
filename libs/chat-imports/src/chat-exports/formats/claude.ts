import {
  countReason,
  isItem,
  joinRead,
  leaveOut,
  listIn,
  millisIn,
  optional,
  reasonOfParts,
  textIn,
  timeIn,
  type ConversationPart,
  type ExportFormat,
  type JsonItem,
  type ReadMessages,
} from '../conversation';
import { changeOfClaude, finalDocuments, type DocumentChange } from '../documents';
import { readContent, type MessageContent } from '../message-content';
import { branchOf, byTime } from '../talk-tree';

/** Texts of attached files that the export holds, each under its name. */
function attachedTexts(attachments: unknown): {
  readonly texts: readonly string[];
  readonly leftOut: readonly string[];
} {
  const all = listIn(attachments).filter(isItem);
  const texts = all.flatMap((one) => {
    const text = textIn(one['extracted_content']);
    return text === undefined ? [] : [`${textIn(one['file_name']) ?? 'file'}:\n${text}`];
  });
  return { texts, leftOut: countReason(all.length - texts.length, 'file') };
}

/** The texts of a message's parts; exports of some years have only `text`. */
function saidIn({ content, text }: JsonItem, isChange: (part: unknown) => boolean): MessageContent {
  const parts = listIn(content).filter((part) => !isChange(part));
  const said = readContent(parts);
  return { ...optional('text', said.text ?? textIn(text)), leftOut: said.leftOut };
}

/** Everything that a message holds, with the documents that it was the last to change. */
function contentOf(message: JsonItem, documents: readonly string[]): MessageContent {
  const { text: said, leftOut } = saidIn(message, (part) => changeOfClaude(part, 0) !== undefined);
  const attached = attachedTexts(message['attachments']);
  const texts = [...(said === undefined ? [] : [said]), ...attached.texts, ...documents];
  return {
    ...(texts.length === 0 ? {} : { text: texts.join('\n\n') }),
    leftOut: [...leftOut, ...attached.leftOut, ...listIn(message['files']).map(() => 'file')],
  };
}

/** A message with what its place depends on. */
interface ClaudeMessage {
  /** The id of its node: that of the message, unless another one has it. */
  readonly id: string;
  readonly messageId: string;
  readonly parent: string | null | undefined;
  readonly at: number | undefined;
  readonly by: 'person' | 'agent';
  readonly message: JsonItem;
}

/** What the first messages of a conversation name as their parent. */
const NO_MESSAGE = /^00000000-0000-[04]000-[08]000-000000000000$/;

function parentOf({ parent_message_uuid: parent }: JsonItem): string | null | undefined {
  if (parent === null || NO_MESSAGE.test(String(parent))) return null;
  return textIn(parent);
}

function toMessages(listed: readonly unknown[]): ClaudeMessage[] {
  const seen = new Set<string>();
  return listed.filter(isItem).map((message, at) => {
    const messageId = textIn(message['uuid']) ?? String(at + 1);
    const id = seen.has(messageId) ? `${messageId} ${at}` : messageId;
    seen.add(messageId);
    const by = message['sender'] === 'human' ? ('person' as const) : ('agent' as const);
    return { id, messageId, parent: parentOf(message), at: millisIn(message['created_at']), by, message };
  });
}

/**
 * The messages of the branch that was shown last, in the order of the talk. Exports of some years do not name the parents, and are in no order: their
 * times give it. A message that the file holds twice stands beside itself.
 */
function shownMessages(all: readonly ClaudeMessage[], current: unknown): ClaudeMessage[] {
  if (all.every(({ parent }) => parent === undefined)) return byTime(all);
  const first = all.filter(({ id, messageId }) => id === messageId);
  const repeated = all.filter(({ id, messageId }) => id !== messageId);
  return branchOf(first, current).flatMap((one) => [one, ...repeated.filter(({ messageId }) => messageId === one.id)]);
}

function readShown(shown: readonly ClaudeMessage[]): ReadMessages {
  const changes = shown.flatMap(({ message }, at) =>
    listIn(message['content'])
      .map((part) => changeOfClaude(part, at))
      .filter((change): change is DocumentChange => change !== undefined),
  );
  const { texts, failed } = finalDocuments(changes);
  const read = shown.map(({ message, messageId: id, by }, at) => {
    const { text, leftOut: parts } = contentOf(message, texts.get(at) ?? []);
    const unapplied = countReason(
      failed.filter((one) => one === at).length,
      'change of a document that cannot be applied (the version before it is stored)',
    );
    const earlier = countReason(
      changes.filter((one) => one.message === at).length - unapplied.length - (texts.get(at) ?? []).length,
      'earlier version of a document',
    );
    const partsLeftOut = [...parts, ...unapplied, ...earlier];
    if (text === undefined) return leaveOut(reasonOfParts(partsLeftOut));
    const said = { id, by, text, ...optional('at', timeIn(message['created_at'])) };
    return { messages: [said], leftOut: [], partsLeftOut };
  });
  return joinRead(read);
}

/** A conversation of `conversations.json` in a Claude data export. */
export const claude: ExportFormat = {
  recognises: (item) => Array.isArray(item['chat_messages']),

  read(item, { file, nth }): ConversationPart {
    const listed = item['chat_messages'];
    if (!Array.isArray(listed)) throw new Error('it has no list `chat_messages`');
    const all = toMessages(listed);
    const shown = shownMessages(all, item['current_leaf_message_uuid']);
    const read = readShown(shown);
    return {
      conversation: textIn(item['uuid']) ?? `${file}-${nth}`,
      ...optional('title', textIn(item['name'])),
      ...read,
      leftOut: [
        ...read.leftOut,
        ...countReason(all.length - shown.length, 'message of another branch'),
        ...countReason(listed.length - all.length, 'message that is no object'),
      ],
    };
  },
};
