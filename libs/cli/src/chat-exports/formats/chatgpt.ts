import {
  isItem,
  itemIn,
  optional,
  textIn,
  timeIn,
  type ConversationPart,
  type ExportFormat,
  type JsonItem,
} from '../conversation';
import type { ReadMessages } from '../chat-messages';
import { readContent, type MessageContent } from '../message-content';

/** The messages from the first one to the one that was shown last; answers that were generated again stand on other branches. */
function shownNodes(mapping: JsonItem, current: unknown): JsonItem[] {
  const nodes: JsonItem[] = [];
  const seen = new Set<unknown>();
  for (let id = current; typeof id === 'string' && !seen.has(id);) {
    seen.add(id);
    const node = mapping[id];
    if (!isItem(node)) break;
    nodes.push(node);
    id = node['parent'];
  }
  return nodes.reverse();
}

/** A node that nothing follows, for exports that do not say which was shown last. */
const lastNode = (mapping: JsonItem): string | undefined =>
  Object.entries(mapping).findLast(
    ([, node]) => isItem(node) && (node['children'] as unknown[] | undefined)?.length === 0,
  )?.[0];

const countMessages = (nodes: readonly unknown[]): number =>
  nodes.filter((node) => isItem(itemIn(node)['message'])).length;

/** Texts of a message; what the program wrote for itself has another type of content. */
function contentOf(message: JsonItem): MessageContent {
  const { content } = message;
  if (!isItem(content)) return { leftOut: ['message without content'] };
  const type = String(content['content_type']);
  if (type === 'text' || type === 'multimodal_text') return readContent(content['parts']);
  return { leftOut: [`content of type ${type}`] };
}

/** What kind of message nobody has said to the other; undefined for what was said. */
function unsaidKind({ author, metadata, recipient = 'all' }: JsonItem): string | undefined {
  const role = String(itemIn(author)['role']);
  if (role === 'system' || itemIn(metadata)['is_visually_hidden_from_conversation'] === true) return 'system message';
  if (role === 'assistant') return recipient === 'all' ? undefined : 'tool call';
  return role === 'user' ? undefined : `${role} message`;
}

function readMessage({ message, id: node }: JsonItem): ReadMessages {
  if (!isItem(message)) return { messages: [], leftOut: [] };
  const unsaid = unsaidKind(message);
  if (unsaid !== undefined) return { messages: [], leftOut: [unsaid] };
  const { text, leftOut } = contentOf(message);
  if (text === undefined) return { messages: [], leftOut };
  const id = textIn(message['id']) ?? String(node);
  const by = itemIn(message['author'])['role'] === 'user' ? 'person' : 'agent';
  return { messages: [{ id, by, text, ...optional('at', timeIn(message['create_time'])) }], leftOut };
}

/** A conversation of `conversations.json` in a ChatGPT data export. */
export const chatgpt: ExportFormat = {
  recognises: ({ mapping }) => isItem(mapping),

  read(item, { file, nth }): ConversationPart {
    const { mapping, current_node: current } = item;
    if (!isItem(mapping)) throw new Error('it has no `mapping` of messages');
    const shown = shownNodes(mapping, current ?? lastNode(mapping));
    const read = shown.map(readMessage);
    const others = countMessages(Object.values(mapping)) - countMessages(shown);
    return {
      conversation: textIn(item['conversation_id']) ?? textIn(item['id']) ?? `${file}-${nth}`,
      ...optional('title', textIn(item['title'])),
      messages: read.flatMap(({ messages }) => messages),
      leftOut: [
        ...read.flatMap(({ leftOut }) => leftOut),
        ...Array.from({ length: others }, () => 'message of another branch'),
      ],
    };
  },
};
