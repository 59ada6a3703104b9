import { linkCitations } from '../citations';
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
  type ExportFormat,
  type JsonItem,
  type ReadMessages,
} from '../conversation';
import { changeOfCanvas, finalDocuments, type DocumentChange, type FinalDocuments } from '../documents';
import { readContent, type MessageContent } from '../message-content';
import { branchOf, type TreeNode } from '../talk-tree';
import { deepseek } from './trees';

/** A message of the mapping. */
interface ChatNode extends TreeNode {
  readonly message: JsonItem | undefined;
}

/** The parent of a node: the one that it names, else the one that lists it as its child. */
function parentOf(id: string, node: JsonItem, parents: ReadonlyMap<unknown, string>): string | null {
  return textIn(node['parent']) ?? parents.get(id) ?? null;
}

function nodesOf(mapping: JsonItem): ChatNode[] {
  const entries = Object.entries(mapping).filter((entry): entry is [string, JsonItem] => isItem(entry[1]));
  const parents = new Map(
    entries.flatMap(([id, node]) => listIn(node['children']).map((child) => [child, id] as const)),
  );
  return entries.map(([id, node]) => {
    const message = isItem(node['message']) ? node['message'] : undefined;
    return { id, message, parent: parentOf(id, node, parents), at: millisIn(message?.['create_time']) };
  });
}

/** Texts of a message; what the program wrote for itself has another type of content. */
function contentOf({ content }: JsonItem): MessageContent {
  if (!isItem(content)) return { leftOut: ['message without content'] };
  const type = String(content['content_type']);
  if (type === 'text' || type === 'multimodal_text') return readContent(content['parts']);
  return { leftOut: [`content of type ${type}`] };
}

const roleOf = (message: JsonItem): string => textIn(itemIn(message['author'])['role']) ?? 'unknown';

/** Is it the report of a research task, which arrives as the result of a tool? */
const isReport = (message: JsonItem): boolean => itemIn(message['metadata'])['is_async_task_result_message'] === true;

/** What kind of message nobody has said to the other; undefined for what was said. */
function unsaidKind(message: JsonItem): string | undefined {
  const role = roleOf(message);
  const isHidden = itemIn(message['metadata'])['is_visually_hidden_from_conversation'] === true;
  if (role === 'system' || isHidden) return 'system message';
  if (role === 'assistant') return (message['recipient'] ?? 'all') === 'all' ? undefined : 'tool call';
  return role === 'user' || isReport(message) ? undefined : `${role} message`;
}

/** The text of a call of a tool, whose type of content is text or code. */
function callText({ content }: JsonItem): string {
  const { parts, text } = itemIn(content);
  return (
    textIn(text) ??
    listIn(parts)
      .filter((part) => typeof part === 'string')
      .join('')
  );
}

/** The id of the canvas document that a message is about. */
function canvasId(message: JsonItem | undefined): string | undefined {
  const { canvas } = itemIn(message?.['metadata']);
  return textIn(itemIn(canvas)['textdoc_id']);
}

/** The changes of documents in the canvas; the answer to a call names its document. */
function canvasChanges(messages: readonly JsonItem[]): DocumentChange[] {
  let latest = 'canvas';
  return messages.flatMap((message, at) => {
    const call = String(message['recipient']);
    if (roleOf(message) !== 'assistant' || !call.startsWith('canmore.')) return [];
    const named = canvasId(message) ?? canvasId(messages[at + 1]);
    latest = named ?? (call === 'canmore.create_textdoc' ? `document ${at}` : latest);
    const change = changeOfCanvas(call, callText(message), { document: latest, message: at });
    return change === undefined ? [] : [change];
  });
}

/** A message that changed a document: the document, if it was the last one to do so. */
function readChange(said: (text: string) => ReadMessages, at: number, documents: FinalDocuments): ReadMessages {
  const texts = documents.texts.get(at);
  if (texts !== undefined) return said(texts.join('\n\n'));
  return leaveOut(
    documents.failed.includes(at)
      ? 'change of a document that cannot be applied (the version before it is stored)'
      : 'earlier version of a document',
  );
}

function readShown(shown: readonly ChatNode[]): ReadMessages {
  const nodes = shown.filter(({ message }) => message !== undefined);
  const messages = nodes.map(({ message }) => message as JsonItem);
  const changes = canvasChanges(messages);
  const documents = finalDocuments(changes);
  const changing = new Set(changes.map(({ message }) => message));
  const read = messages.map((message, at) => {
    const id = textIn(message['id']) ?? (nodes[at] as ChatNode).id;
    const by = roleOf(message) === 'user' ? ('person' as const) : ('agent' as const);
    const said = (text: string, partsLeftOut: readonly string[] = []): ReadMessages => ({
      messages: [{ id, by, text, ...optional('at', timeIn(message['create_time'])) }],
      leftOut: [],
      partsLeftOut,
    });
    if (changing.has(at)) return readChange(said, at, documents);
    const unsaid = unsaidKind(message);
    if (unsaid !== undefined) return leaveOut(unsaid);
    const { text = '', leftOut } = contentOf(message);
    const linked = by === 'agent' ? linkCitations(text, message['metadata']) : text;
    return linked.trim() === '' ? leaveOut(reasonOfParts(leftOut)) : said(linked, leftOut);
  });
  return joinRead(read);
}

const countMessages = (nodes: readonly ChatNode[]): number => nodes.filter(({ message }) => message).length;

/** A conversation of `conversations.json` in a ChatGPT data export. */
export const chatgpt: ExportFormat = {
  recognises: (item) => isItem(item['mapping']) && !deepseek.recognises(item),

  read(item, { file, nth }): ConversationPart {
    const { mapping, current_node: current } = item;
    if (!isItem(mapping)) throw new Error('it has no `mapping` of messages');
    const nodes = nodesOf(mapping);
    const shown = branchOf(nodes, current);
    const read = readShown(shown);
    const others = countReason(countMessages(nodes) - countMessages(shown), 'message of another branch');
    return {
      conversation: textIn(item['conversation_id']) ?? textIn(item['id']) ?? `${file}-${nth}`,
      ...optional('title', textIn(item['title'])),
      ...read,
      leftOut: [...read.leftOut, ...others],
    };
  },
};
