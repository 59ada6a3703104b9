import {
  countReason,
  isItem,
  itemIn,
  joinRead,
  leaveOut,
  listIn,
  millisIn,
  optional,
  reasonOfParts,
  textIn,
  timeIn,
  type ConversationPart,
  type ExportedMessage,
  type ExportFormat,
  type JsonItem,
  type ReadMessages,
} from '../conversation';
import { readContent, type MessageContent } from '../message-content';
import { branchOf, type TreeNode } from '../talk-tree';

/** A message of a program that keeps its conversations as trees. */
interface TreeMessage extends TreeNode {
  readonly by: ExportedMessage['by'] | undefined;
  readonly content: MessageContent;
  readonly time: unknown;
  /** What it is called where nobody has said it: `system message`. */
  readonly unsaid: string;
}

function readMessage({ id, by, content, time, unsaid }: TreeMessage): ReadMessages {
  if (by === undefined) return leaveOut(unsaid);
  const { text, leftOut } = content;
  if (text === undefined) return leaveOut(reasonOfParts(leftOut));
  return { messages: [{ id, by, text, ...optional('at', timeIn(time)) }], leftOut: [], partsLeftOut: leftOut };
}

/** The branch that was shown last; the messages of others are counted. */
function readTree(nodes: readonly TreeMessage[], current: unknown): ReadMessages {
  const shown = branchOf(nodes, current);
  const read = joinRead(shown.map(readMessage));
  const others = countReason(nodes.length - shown.length, 'message of another branch');
  return { ...read, leftOut: [...read.leftOut, ...others] };
}

/** All messages of LibreChat, which lists those that follow a message in it, or all of them one after the other. */
const flatten = (messages: readonly unknown[]): JsonItem[] =>
  messages.filter(isItem).flatMap((one) => [one, ...flatten(listIn(one['children']))]);

function toLibreMessage(message: JsonItem, at: number): TreeMessage {
  const { text, content, parentMessageId: parent, createdAt } = message;
  const said = readContent(Array.isArray(content) ? content : text);
  const files = [...listIn(message['files']), ...listIn(message['attachments'])].map(() => 'file');
  return {
    id: textIn(message['messageId']) ?? String(at + 1),
    parent: parent === undefined ? undefined : (textIn(parent) ?? null),
    at: millisIn(createdAt),
    by: message['isCreatedByUser'] === true ? 'person' : 'agent',
    content: { ...optional('text', said.text ?? textIn(text)), leftOut: [...said.leftOut, ...files] },
    time: createdAt,
    unsaid: 'message',
  };
}

/** A conversation that LibreChat has exported as JSON. */
export const librechat: ExportFormat = {
  recognises: ({ messages }) =>
    Array.isArray(messages) && messages.some((one) => isItem(one) && 'isCreatedByUser' in one && 'messageId' in one),

  read(item, { file, nth }): ConversationPart {
    if (!Array.isArray(item['messages'])) throw new Error('it has no list `messages`');
    const messages = flatten(item['messages']);
    return {
      conversation: textIn(item['conversationId']) ?? `${file}-${nth}`,
      ...optional('title', textIn(item['title'])),
      ...readTree(messages.map(toLibreMessage), item['currentMessageId']),
    };
  },
};

const SPEAKERS: Readonly<Record<string, ExportedMessage['by']>> = { user: 'person', assistant: 'agent' };

function toWebUiMessage([id, message]: readonly [string, JsonItem]): TreeMessage {
  const { role, content, parentId, timestamp } = message;
  const said = readContent(content);
  const files = listIn(message['files']).map((one) => (itemIn(one)['type'] === 'image' ? 'picture' : 'file'));
  return {
    id,
    parent: parentId === undefined ? undefined : (textIn(parentId) ?? null),
    at: millisIn(timestamp),
    by: SPEAKERS[String(role)],
    content: { ...said, leftOut: [...said.leftOut, ...files] },
    time: timestamp,
    unsaid: `${String(role)} message`,
  };
}

/** A chat that Open WebUI has exported: `{ chat: { history: { currentId, messages } } }`. */
export const openWebUi: ExportFormat = {
  recognises: ({ chat }) => isItem(itemIn(itemIn(chat)['history'])['messages']),

  read(item, { file, nth }): ConversationPart {
    const chat = itemIn(item['chat']);
    const { messages, currentId } = itemIn(chat['history']);
    if (!isItem(messages)) throw new Error('it has no `chat.history.messages`');
    const nodes = Object.entries(messages).filter((entry): entry is [string, JsonItem] => isItem(entry[1]));
    return {
      conversation: textIn(item['id']) ?? textIn(chat['id']) ?? `${file}-${nth}`,
      ...optional('title', textIn(item['title']) ?? textIn(chat['title'])),
      ...readTree(nodes.map(toWebUiMessage), currentId),
    };
  },
};

function toLlamaMessage(message: JsonItem, at: number): TreeMessage {
  const { id, parent, timestamp, role, type, thinking, reasoningContent, extra } = message;
  const said = readContent(message['content']);
  const thoughts = [thinking, reasoningContent].flatMap((one) => (textIn(one) === undefined ? [] : ['thought']));
  return {
    id: String(id ?? at + 1),
    parent: parent === undefined ? undefined : parent === null ? null : String(parent),
    at: millisIn(timestamp),
    by: type === 'root' ? undefined : SPEAKERS[String(role)],
    content: { ...said, leftOut: [...said.leftOut, ...thoughts, ...listIn(extra).map(() => 'file')] },
    time: timestamp,
    unsaid: `${type === 'root' ? 'system' : String(role)} message`,
  };
}

/** A conversation that the web interface of llama.cpp has exported: `{ conv, messages }`. */
export const llamaCpp: ExportFormat = {
  recognises: ({ conv, messages }) => isItem(conv) && Array.isArray(messages),

  read(item, { file, nth }): ConversationPart {
    const { currNode, id, name } = itemIn(item['conv']);
    const messages = listIn(item['messages']).filter(isItem);
    const current = currNode === undefined || currNode === null ? undefined : String(currNode);
    return {
      conversation: textIn(id) ?? `${file}-${nth}`,
      ...optional('title', textIn(name)),
      ...readTree(messages.map(toLlamaMessage), current),
    };
  },
};

/** What the fragments of a message of DeepSeek are called, unless somebody said them. */
const FRAGMENTS: Readonly<Record<string, string>> = { THINK: 'thought', SEARCH: 'tool result', FILE: 'file' };
const SAID: ReadonlySet<unknown> = new Set(['REQUEST', 'RESPONSE']);

function toDeepSeekMessage([id, node]: readonly [string, JsonItem]): TreeMessage {
  const message = itemIn(node['message']);
  const fragments = listIn(message['fragments']).filter(isItem);
  const texts = fragments.flatMap((one) => (SAID.has(one['type']) ? [textIn(one['content']) ?? ''] : []));
  const text = texts.filter((one) => one !== '').join('\n\n');
  const others = fragments
    .filter(({ type }) => !SAID.has(type))
    .map(({ type }) => FRAGMENTS[String(type)] ?? `part of type ${String(type)}`);
  return {
    id,
    parent: textIn(node['parent']) ?? null,
    at: millisIn(message['inserted_at']),
    by: fragments.some(({ type }) => type === 'REQUEST') ? 'person' : 'agent',
    content: {
      ...(text === '' ? {} : { text }),
      leftOut: [...others, ...listIn(message['files']).map(() => 'file')],
    },
    time: message['inserted_at'],
    unsaid: 'message',
  };
}

/** A conversation of `conversations.json` in a DeepSeek data export. */
export const deepseek: ExportFormat = {
  recognises: ({ mapping, inserted_at: at }) =>
    isItem(mapping) &&
    (at !== undefined ||
      Object.values(mapping).some((node) => Array.isArray(itemIn(itemIn(node)['message'])['fragments']))),

  read(item, { file, nth }): ConversationPart {
    const { mapping } = item;
    if (!isItem(mapping)) throw new Error('it has no `mapping` of messages');
    const entries = Object.entries(mapping).filter((entry): entry is [string, JsonItem] => isItem(entry[1]));
    const read = entries.filter(([, { message }]) => isItem(message)).map(toDeepSeekMessage);
    return {
      conversation: textIn(item['id']) ?? `${file}-${nth}`,
      ...optional('title', textIn(item['title'])),
      ...readTree(read, item['current_message_id']),
    };
  },
};
