import { sha256 } from '@crumbtrail/contracts';
import type { ChatLine } from './chat-request';

/** Whose conversation it is: the caller's, with this agent. */
export type ConversationParties = readonly [kind: string, id: string, model: string];

/** A conversation by what was said in it. */
export interface ConversationKey {
  /** Tag of the message that is said now. */
  readonly now: string;
  /** What is said now. */
  readonly last: string;
  /** The user's message before, by its tag, and what was answered to it as the client has it; null at the beginning. */
  readonly before: { readonly tag: string; readonly answer: string } | null;
  /** All that was said before. */
  readonly history: readonly ChatLine[];
}

/** Clients trim, and change line ends. */
const normalizeText = (text: string): string => text.replaceAll('\r\n', '\n').trim();

function hashTag(between: ConversationParties, lines: readonly ChatLine[]): string {
  const said = lines.map(({ role, text }) => [role, normalizeText(text)]);
  return `chat:${sha256(JSON.stringify([between, said])).slice(0, 32)}`;
}

/** Finds the places of a conversation by hashes over all that was said up to them: the same words, the same tags. */
export function conversationKey(between: ConversationParties, lines: readonly ChatLine[]): ConversationKey {
  const history = lines.slice(0, -1);
  const asked = history.findLastIndex(({ role }) => role === 'user');
  const answers = history.slice(asked + 1).map(({ text }) => text);
  return {
    now: hashTag(between, lines),
    last: lines.at(-1)?.text ?? '',
    before:
      asked < 0
        ? null
        : { tag: hashTag(between, history.slice(0, asked + 1)), answer: normalizeText(answers.join('\n')) },
    history,
  };
}

/** How well what a client says was answered agrees with what the log says; 0: it was something else. */
export function compareAnswers(given: string, stored: string | null): 0 | 1 | 2 | 3 {
  if (stored === null) return 1;
  const kept = normalizeText(stored);
  if (given === kept) return 3;
  if (given === '') return 1;
  // A client that left early has its beginning; one that saw what an agent said before its tools has more before it.
  return kept.startsWith(given) || given.endsWith(`\n\n${kept}`) ? 2 : 0;
}
