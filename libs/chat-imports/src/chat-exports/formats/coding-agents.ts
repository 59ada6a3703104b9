import {
  isItem,
  itemIn,
  leaveOut,
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
import { readContent } from '../message-content';

const SPEAKERS: Readonly<Record<string, ExportedMessage['by']>> = { user: 'person', assistant: 'agent' };

/** What the program itself tells the model in the name of the person: a block at the beginning of a text. */
const BLOCK =
  /^\s*<(environment_context|user_instructions|system-reminder|local-command-\w+|command-\w+|ide_\w+|task-notification|turn_aborted)>[^]*?<\/\1>\s*/;
/** Its texts that are not marked so. */
const BY_PROGRAM = /^\s*(?:# AGENTS\.md|Caveat: |<(?:environment_context|system-reminder)>)/;
/** The words of the person stand behind what the editor of Codex says of itself. */
const EDITOR = /^\s*# Context from my IDE setup:[^]*?\n## My request for Codex:\s*/;

/** A text of the person without what the program wrote before it. */
function ownWords(text: string): string {
  const rest = text.replace(BLOCK, '');
  if (rest !== text) return ownWords(rest);
  return BY_PROGRAM.test(text) ? '' : text.replace(EDITOR, '');
}

/** A content of the person, in which each text has only the person's own words. */
function ownContent(content: unknown): unknown {
  if (typeof content === 'string') return ownWords(content);
  if (!Array.isArray(content)) return content;
  return (content as unknown[]).map((part) => {
    const text = isItem(part) ? part['text'] : part;
    if (typeof text !== 'string') return part;
    return isItem(part) ? { ...part, text: ownWords(text) } : ownWords(text);
  });
}

/** A message by its parts; what nobody said is left out by name. */
function readSaid(message: JsonItem, { id, at }: { readonly id: string; readonly at: unknown }): ReadMessages {
  const by = SPEAKERS[String(message['role'])];
  if (by === undefined) return leaveOut('system message');
  const { content } = message;
  const { text, leftOut } = readContent(by === 'person' ? ownContent(content) : content);
  if (text !== undefined)
    return { messages: [{ id, by, text, ...optional('at', timeIn(at)) }], leftOut: [], partsLeftOut: leftOut };
  const isByProgram = leftOut.length === 0 && readContent(content).text !== undefined;
  return leaveOut(isByProgram ? 'system message' : reasonOfParts(leftOut));
}

/** A session of Claude Code, `~/.claude/projects/…/<id>.jsonl`: one record on each line. */
export const claudeCode: ExportFormat = {
  recognises: (item) =>
    (textIn(item['sessionId']) !== undefined && textIn(item['type']) !== undefined && !('messages' in item)) ||
    (item['type'] === 'summary' && 'leafUuid' in item) ||
    item['type'] === 'file-history-snapshot',

  read(item, { file, nth }): ConversationPart | undefined {
    const { type, uuid, timestamp, sessionId, isMeta, isCompactSummary, isApiErrorMessage, isSidechain } = item;
    const conversation = textIn(sessionId) ?? file;
    if (type !== 'user' && type !== 'assistant') return undefined;
    if (isSidechain === true) return { conversation, ...leaveOut('message of a helper') };
    if ([isMeta, isCompactSummary, isApiErrorMessage].includes(true))
      return { conversation, ...leaveOut('system message') };
    const said = readSaid(itemIn(item['message']), { id: textIn(uuid) ?? String(nth), at: timestamp });
    return { conversation, ...said };
  },
};

/** A session of Codex, `~/.codex/sessions/…/rollout-….jsonl`: what the session is, then one record on each line. */
export const codex: ExportFormat = {
  recognises: (item) => item['type'] === 'session_meta' && 'payload' in item,

  read(item, { file, nth, first }): ConversationPart | undefined {
    const payload = itemIn(item['payload']);
    if (item['type'] !== 'response_item' || payload['type'] !== 'message') return undefined;
    const conversation = textIn(itemIn(first['payload'])['id']) ?? file;
    return { conversation, ...readSaid(payload, { id: textIn(payload['id']) ?? String(nth), at: item['timestamp'] }) };
  },
};
