import {
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

/** A message by its parts; what nobody said is left out by name. */
function readSaid(message: JsonItem, { id, at }: { readonly id: string; readonly at: unknown }): ReadMessages {
  const by = SPEAKERS[String(message['role'])];
  if (by === undefined) return leaveOut('system message');
  const { text, leftOut } = readContent(message['content']);
  if (text === undefined) return leaveOut(reasonOfParts(leftOut));
  return { messages: [{ id, by, text, ...optional('at', timeIn(at)) }], leftOut: [], partsLeftOut: leftOut };
}

/** What the program itself tells the model in the name of the person. */
const BY_PROGRAM =
  /^\s*(?:<(?:environment_context|user_instructions|system-reminder|local-command-\w+|command-\w+)>|# AGENTS\.md|Caveat: )/;

const isByProgram = ({ messages }: ReadMessages): boolean =>
  messages.some(({ by, text }) => by === 'person' && BY_PROGRAM.test(text));

/** A session of Claude Code, `~/.claude/projects/…/<id>.jsonl`: one record on each line. */
export const claudeCode: ExportFormat = {
  recognises: (item) =>
    (textIn(item['sessionId']) !== undefined && ('uuid' in item || item['type'] === 'queue-operation')) ||
    (item['type'] === 'summary' && 'leafUuid' in item) ||
    item['type'] === 'file-history-snapshot',

  read(item, { file, nth }): ConversationPart | undefined {
    const { type, uuid, timestamp, sessionId, isMeta, isSidechain } = item;
    const conversation = textIn(sessionId) ?? file;
    if (type !== 'user' && type !== 'assistant') return undefined;
    if (isSidechain === true) return { conversation, ...leaveOut('message of a helper') };
    const read = readSaid(itemIn(item['message']), { id: textIn(uuid) ?? String(nth), at: timestamp });
    return { conversation, ...(isMeta === true || isByProgram(read) ? leaveOut('system message') : read) };
  },
};

/** A session of Codex, `~/.codex/sessions/…/rollout-….jsonl`: what the session is, then one record on each line. */
export const codex: ExportFormat = {
  recognises: (item) => item['type'] === 'session_meta' && 'payload' in item,

  read(item, { file, nth, first }): ConversationPart | undefined {
    const payload = itemIn(item['payload']);
    if (item['type'] !== 'response_item' || payload['type'] !== 'message') return undefined;
    const conversation = textIn(itemIn(first['payload'])['id']) ?? file;
    const read = readSaid(payload, { id: textIn(payload['id']) ?? String(nth), at: item['timestamp'] });
    return { conversation, ...(isByProgram(read) ? leaveOut('system message') : read) };
  },
};
