import { AgentResponse, UserMessage, type CrumbAuthor, type Draft, type Participant } from '@crumbtrail/contracts';
import type { ConversationPart, ExportedMessage } from '../../chat-exports/conversation';
import { messageTag, participantId } from './session-name';

/** Whose an imported conversation is. */
export interface ImportedBy {
  /** The id of the person. */
  readonly user: string;
  /** The id of the agent; absent: from the name that the export gives it. */
  readonly agent?: string;
  /** Whether everybody may read it. Otherwise only the person and the agent may. */
  readonly shared: boolean;
}

/** What an earlier import has stored. */
export interface StoredMessage {
  readonly author: Participant;
  /** Whether everybody may read it. */
  readonly shared: boolean;
}

/** What is known of a conversation while it is imported. */
export interface ImportedConversation {
  /** Its id in the export. */
  readonly id: string;
  readonly session: string;
  /** What was stored before this import, by its tags. */
  readonly stored: ReadonlyMap<string, StoredMessage>;
  /** Tags of the messages that this import adds. */
  readonly added: Set<string>;
  /** The ids of the agents that speak in it. */
  readonly agents: Set<string>;
  /** When its latest message was said, in milliseconds since 1970. */
  latest: number;
}

/** The drafts of some messages, and remarks about messages that are stored otherwise than they stand in the export. */
export interface DraftedPart {
  readonly drafts: readonly Draft[];
  /** Messages that were stored before. */
  readonly present: number;
  /** A few words for each: `duplicated id`. */
  readonly remarks: readonly string[];
}

/** A message is stored in pieces of at most this many characters: a breadcrumb holds 256 KiB, and a character takes up to three bytes. */
const MOST_CHARS = 60_000;
const DEFAULT_AGENT = 'assistant';

/** The pieces of a text, split at the end of a line or a word. */
export function splitText(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > MOST_CHARS) {
    const window = rest.slice(0, MOST_CHARS);
    const at = Math.max(window.lastIndexOf('\n'), window.lastIndexOf(' '));
    const end = at > MOST_CHARS / 2 ? at + 1 : MOST_CHARS - (/[\ud800-\udbff]$/.test(window) ? 1 : 0);
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...pieces, rest];
}

/** The text without what cannot be stored: NUL, and halves of surrogate pairs. */
// eslint-disable-next-line no-control-regex -- Postgres stores no NUL
const cleanText = (text: string): string => text.toWellFormed().replace(/\u0000/g, '\ufffd');

/** The time of a message: never before the message that it follows, and never in the future. */
function timeOf(
  { at }: ExportedMessage,
  conversation: ImportedConversation,
  now: number,
): { readonly occurred_at?: string; readonly remark?: string } {
  if (at === undefined) return {};
  const said = Date.parse(at);
  const latest = Math.min(Math.max(said, conversation.latest), now);
  conversation.latest = latest;
  const occurred_at = new Date(latest).toISOString();
  if (said > now) return { occurred_at, remark: 'time in the future (now is stored)' };
  if (said < latest)
    return { occurred_at, remark: 'time before that of the message before it (the later time is stored)' };
  return { occurred_at };
}

function authorOf({ by, speaker }: ExportedMessage, { user, agent }: ImportedBy): CrumbAuthor {
  const name = speaker === undefined ? {} : { name: speaker.slice(0, 64) };
  if (by === 'person') return { kind: 'user', id: user, ...name };
  return { kind: 'agent', id: agent ?? (speaker === undefined ? DEFAULT_AGENT : participantId(speaker)), ...name };
}

const contextOf = ({ by }: ExportedMessage, content: string): Draft['context'] =>
  by === 'person' ? { content } : { action: 'speak', content };

/** Who may read a message: the person, and the agents that have spoken in the conversation. */
function readersOf({ user, shared }: ImportedBy, { agents }: ImportedConversation): Pick<Draft, 'audience'> {
  return shared ? {} : { audience: [`user:${user}`, ...[...agents].map((agent) => `agent:${agent}`)] };
}

/** One message as breadcrumbs: one, or several where it is long. */
function draftMessage(
  message: ExportedMessage,
  conversation: ImportedConversation,
  {
    by,
    author,
    time,
  }: { readonly by: ImportedBy; readonly author: CrumbAuthor; readonly time: Pick<Draft, 'occurred_at'> },
): Draft[] {
  const schema_name = message.by === 'person' ? UserMessage.name : AgentResponse.name;
  const { session } = conversation;
  return splitText(cleanText(message.text)).map((content, piece) => ({
    schema_name,
    session,
    tags: [messageTag(conversation.id, message.id, piece)],
    author,
    ...time,
    ...readersOf(by, conversation),
    context: contextOf(message, content),
  }));
}

/** In what a stored message differs from what would be stored now; undefined where in nothing. */
function differenceOf({ author, shared }: StoredMessage, now: Participant, by: ImportedBy): string | undefined {
  if (author.kind !== now.kind || author.id !== now.id)
    return `message stored before, of ${author.kind} ${author.id} (it stays so)`;
  if (shared === by.shared) return undefined;
  return `message stored before, for ${shared ? 'everybody' : 'its person and agents'} (it stays so)`;
}

/** Makes the breadcrumbs of a part of a conversation, without those that are stored already. */
export function toDrafts(
  { messages }: ConversationPart,
  conversation: ImportedConversation,
  { by, now }: { readonly by: ImportedBy; readonly now: number },
): DraftedPart {
  const drafts: Draft[] = [];
  const remarks: string[] = [];
  let present = 0;
  for (const message of messages) {
    const author = authorOf(message, by);
    if (author.kind === 'agent') conversation.agents.add(author.id);
    const { remark, ...time } = timeOf(message, conversation, now);
    const pieces = draftMessage(message, conversation, { by, author, time });
    const stored = pieces.map(({ tags: [tag = ''] = [] }) => conversation.stored.get(tag));
    const added = pieces.filter((_, nth) => stored[nth] === undefined);
    if (added.length === 0) {
      present += 1;
      remarks.push(...stored.slice(0, 1).flatMap((one) => (one && differenceOf(one, author, by)) ?? []));
    } else if (added.every(({ tags = [] }) => tags.some((tag) => conversation.added.has(tag))))
      remarks.push('message with the id of another one');
    else {
      for (const { tags = [] } of added) tags.forEach((tag) => conversation.added.add(tag));
      drafts.push(...added);
      if (remark !== undefined) remarks.push(remark);
    }
  }
  return { drafts, present, remarks };
}
