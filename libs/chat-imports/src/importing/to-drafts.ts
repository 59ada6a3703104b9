import type { CrumbAuthor, Draft, Participant } from '@crumbtrail/contracts';
import { agentName, participantName } from '@crumbtrail/contracts/participant-name';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { hashOf, type ConversationPart, type ExportedMessage } from '../chat-exports/conversation';
import { IMPORTED, messageTag, participantId } from './session-name';

/** Whose an imported conversation is. */
export interface ImportedBy {
  readonly person: Participant;
  /** The id of the agent; absent: from the name that the export gives it. */
  readonly agent?: string;
  /** Whether everybody may read it. Otherwise only the person, the agents that speak in it and `readers` may. */
  readonly shared: boolean;
  /** Further readers by their names: `agent:assistant`. */
  readonly readers?: readonly string[];
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
  /** Names of the messages that this import has met, alone and with their texts. */
  readonly seen: Set<string>;
  /** The ids of the agents that speak in it. */
  readonly agents: Set<string>;
  /** When its latest message was said, in milliseconds since 1970. */
  latest: number;
  /** Whether the session has a `session.v1`, which an import does not change. */
  isDescribed: boolean;
}

/** The drafts of some messages, and remarks about messages that are stored otherwise than they stand in the export. */
export interface DraftedPart {
  readonly drafts: readonly Draft[];
  /** Messages that were stored before. */
  readonly present: number;
  /** What is not stored, a few words for each: `message that the file holds twice`. */
  readonly leftOut: readonly string[];
  /** What is stored differently from the export, a few words for each: `time in the future (that of the message before it is stored)`. */
  readonly remarks: readonly string[];
}

/** A message is stored in pieces of at most this many characters: a breadcrumb holds 256 KiB, and a character takes up to three bytes. */
const MOST_CHARS = 60_000;
/** The agent of a conversation whose export names none. */
export const DEFAULT_AGENT = 'assistant';

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

/** Clocks that were never set say 1904, 1970 or 0. */
const EARLIEST = Date.UTC(1980, 0, 1);

interface MessageTime {
  readonly occurred_at?: string;
  readonly remark?: string;
}

/** A message without a usable time takes that of the message before it, so that it keeps its place. */
const timeBefore = ({ latest }: ImportedConversation): MessageTime =>
  latest === 0 ? {} : { occurred_at: new Date(latest).toISOString() };

/** The time of a message: never before the message that it follows, and never in the future. One wrong clock changes the time of no later message. */
function timeOf({ at }: ExportedMessage, conversation: ImportedConversation, now: number): MessageTime {
  if (at === undefined) return timeBefore(conversation);
  const said = Date.parse(at);
  if (said < EARLIEST)
    return { ...timeBefore(conversation), remark: 'time before 1980 (that of the message before it is stored)' };
  if (said > now)
    return { ...timeBefore(conversation), remark: 'time in the future (that of the message before it is stored)' };
  const latest = Math.max(said, conversation.latest);
  conversation.latest = latest;
  const occurred_at = new Date(latest).toISOString();
  if (said < latest)
    return { occurred_at, remark: 'time before that of the message before it (the later time is stored)' };
  return { occurred_at };
}

/** Where the first messages of a conversation have no usable time, they take that of the first that has one. */
function startTime(messages: readonly ExportedMessage[], now: number): number {
  const times = messages.map(({ at }) => (at === undefined ? 0 : Date.parse(at)));
  return times.find((said) => said >= EARLIEST && said <= now) ?? 0;
}

function authorOf({ by, speaker }: ExportedMessage, { person, agent }: ImportedBy): CrumbAuthor {
  const name = speaker === undefined ? {} : { name: speaker.slice(0, 64) };
  if (by === 'person') return { kind: person.kind, id: person.id, ...name };
  return { kind: 'agent', id: agent ?? (speaker === undefined ? DEFAULT_AGENT : participantId(speaker)), ...name };
}

const contextOf = ({ by }: ExportedMessage, content: string): Draft['context'] =>
  by === 'person' ? { content } : { action: 'speak', content };

/** Who may read a message: the person, the agents that speak in the conversation, and further readers. */
function readersOf(
  { person, shared, readers = [] }: ImportedBy,
  { agents }: ImportedConversation,
): Pick<Draft, 'audience'> {
  if (shared) return {};
  return { audience: [...new Set([participantName(person), ...[...agents].map(agentName), ...readers])] };
}

const MOST_TITLE = 200;

/** The title of the conversation as its `session.v1`, once, for those who may read its messages; undefined where there is nothing to store. */
export function toTitleDraft(
  { title }: ConversationPart,
  conversation: ImportedConversation,
  by: ImportedBy,
): Draft | undefined {
  if (title === undefined || conversation.isDescribed) return undefined;
  conversation.isDescribed = true;
  const context = { name: conversation.session, title: [...cleanText(title)].slice(0, MOST_TITLE).join('') };
  return { schema_name: WIRE.session, ...readersOf(by, conversation), context };
}

/** The texts and tags of the breadcrumbs of a message: one, or several where it is long. */
const piecesOf = (
  conversation: string,
  { id, text }: ExportedMessage,
): { readonly content: string; readonly tag: string }[] =>
  splitText(cleanText(text)).map((content, piece) => ({ content, tag: messageTag(conversation, id, piece) }));

/**
 * Do the messages continue what is known of a conversation, or repeat a part of it? Otherwise they are of another conversation that begins alike.
 * What people have said in the session since is not of the export.
 */
export function continues(messages: readonly ExportedMessage[], { id, stored, seen }: ImportedConversation): boolean {
  const own = messages.map((message) => ({ message, tags: piecesOf(id, message).map(({ tag }) => tag) }));
  const isKnown = own.map(({ message, tags }) => seen.has(message.id) || tags.some((tag) => stored.has(tag)));
  if (isKnown.every(Boolean)) return true;
  const ids = new Set(messages.flatMap((message) => [message.id, wordedId(message)]));
  const tags = new Set(own.flatMap((one) => one.tags));
  const imported = [...stored.keys()].filter((tag) => tag.startsWith(IMPORTED));
  return [...seen].every((one) => ids.has(one)) && imported.every((tag) => tags.has(tag));
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
  const schema_name = message.by === 'person' ? WIRE.userMessage : WIRE.agentResponse;
  const { session } = conversation;
  return piecesOf(conversation.id, message).map(({ content, tag }) => ({
    schema_name,
    session,
    tags: [tag],
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

/** A name for a message that another one with its id does not have. */
const wordedId = ({ id, text }: ExportedMessage): string => `${id}-${hashOf(text)}`;

/** The message, with another id if a different message of the file has its id; undefined if the file holds the message twice. */
function withOwnId(message: ExportedMessage, { seen }: ImportedConversation): ExportedMessage | undefined {
  const worded = wordedId(message);
  const isRepeated = seen.has(worded);
  const isTaken = seen.has(message.id);
  seen.add(worded).add(message.id);
  if (isRepeated) return undefined;
  return isTaken ? { ...message, id: worded } : message;
}

/** The drafts of one message, and why it is left out or changed. */
type DraftedMessage = Pick<DraftedPart, 'drafts' | 'leftOut' | 'remarks'> & { readonly isPresent?: true };

function toDraftedMessage(
  message: ExportedMessage,
  conversation: ImportedConversation,
  { by, now }: { readonly by: ImportedBy; readonly now: number },
): DraftedMessage {
  const author = authorOf(message, by);
  const { remark, ...time } = timeOf(message, conversation, now);
  const renamed = withOwnId(message, conversation);
  if (!renamed) return { drafts: [], leftOut: ['message that the file holds twice'], remarks: [] };
  const pieces = draftMessage(renamed, conversation, { by, author, time });
  const stored = pieces.map(({ tags: [tag = ''] = [] }) => conversation.stored.get(tag));
  const drafts = pieces.filter((_, nth) => stored[nth] === undefined);
  if (drafts.length === 0) {
    const different = stored.slice(0, 1).flatMap((one) => (one && differenceOf(one, author, by)) ?? []);
    return { drafts, leftOut: [], remarks: different, isPresent: true };
  }
  const isRenamed = renamed.id !== message.id;
  const remarks = [
    ...(remark === undefined ? [] : [remark]),
    ...(isRenamed ? ['message with the id of another one (stored beside it)'] : []),
  ];
  return { drafts, leftOut: [], remarks };
}

/** Notes who speaks before any message is drafted: the agent that answers a message may read it. */
function addAgents(messages: readonly ExportedMessage[], { agents }: ImportedConversation, by: ImportedBy): void {
  for (const message of messages) if (message.by === 'agent') agents.add(authorOf(message, by).id);
}

/** Makes the breadcrumbs of a part of a conversation, without those that are stored already. */
export function toDrafts(
  { messages }: Pick<ConversationPart, 'messages'>,
  conversation: ImportedConversation,
  options: { readonly by: ImportedBy; readonly now: number },
): DraftedPart {
  if (conversation.latest === 0) conversation.latest = startTime(messages, options.now);
  addAgents(messages, conversation, options.by);
  const drafted = messages.map((message) => toDraftedMessage(message, conversation, options));
  return {
    drafts: drafted.flatMap(({ drafts }) => drafts),
    leftOut: drafted.flatMap(({ leftOut }) => leftOut),
    remarks: drafted.flatMap(({ remarks }) => remarks),
    present: drafted.filter(({ isPresent }) => isPresent).length,
  };
}
