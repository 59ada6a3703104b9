import { sha256 } from '@crumbtrail/contracts';
import type { ChatLine } from './chat-request';
import { WAITING_NOTICE } from './waiting-notice';

/** The participants of a conversation: the caller's kind and id, and the agent. */
export type ConversationParties = readonly [kind: string, id: string, model: string];

/** Identifies a position in a conversation by the content up to it. */
export interface ConversationKey {
  /** The tag of the new message. */
  readonly now: string;
  /** The text of the new message. */
  readonly last: string;
  /** The tag of the previous user message, and the answer to it in the client's history; null for the first message. */
  readonly before: { readonly tag: string; readonly answer: string } | null;
  /** All messages before the new one. */
  readonly history: readonly ChatLine[];
}

/** Clients trim texts and change line endings. */
const normalizeText = (text: string): string => text.replaceAll('\r\n', '\n').trim();

function hashTag(between: ConversationParties, lines: readonly ChatLine[]): string {
  const said = lines.map(({ role, text }) => [role, normalizeText(text)]);
  return `chat:${sha256(JSON.stringify([between, said])).slice(0, 32)}`;
}

/** The answer in a client's history; empty for the notice that a person has to decide first. */
const answerIn = (text: string): string => (text.includes(WAITING_NOTICE) ? '' : normalizeText(text));

/** Computes the key of a conversation. Tags are hashes of all messages up to a position, so equal conversations have equal tags. */
export function conversationKey(between: ConversationParties, lines: readonly ChatLine[]): ConversationKey {
  const history = lines.slice(0, -1);
  const asked = history.findLastIndex(({ role }) => role === 'user');
  const answers = history.slice(asked + 1).map(({ text }) => text);
  return {
    now: hashTag(between, lines),
    last: lines.at(-1)?.text ?? '',
    before:
      asked < 0 ? null : { tag: hashTag(between, history.slice(0, asked + 1)), answer: answerIn(answers.join('\n')) },
    history,
  };
}

/** Compares the answer in the client's history with the stored one: 3 equal, 2 shortened or prefixed, 1 unknown, 0 different. */
export function compareAnswers(given: string, stored: string | null): 0 | 1 | 2 | 3 {
  if (stored === null) return 1;
  const kept = normalizeText(stored);
  if (given === kept) return 3;
  if (given === '') return 1;
  // A client that disconnected early has only the start; one that saw text from before a tool call has extra text in front.
  return kept.startsWith(given) || given.endsWith(`\n\n${kept}`) ? 2 : 0;
}
