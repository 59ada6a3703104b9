import type { AgentContextV1 } from '@crumbtrail/contracts';
import { defuse } from '@crumbtrail/hints';
import type { PromptMessage } from '../model';
import { chatMessages } from '../prompt';

/** A formatted context with its format. */
export interface Written {
  readonly formatted: string;
  readonly format?: AgentContextV1['format'];
  /** The text of the current message, for contexts in which it cannot be located. */
  readonly trigger_text: string;
}

/** The current message, and the entries of the conversation before it. */
interface Talk {
  readonly current: string | undefined;
  readonly before: readonly string[];
}

const CURRENT = '## Current message\n';
/** Sections that contain the conversation, in `markdown` and `turn`. */
const CONVERSATION = /^## (?:Recent|Before today|Today's transcript)\n/;
const DAY = /^(?:\d{1,2} \p{L}+(?: \d{4,})?|Today):$/iu;
/** Maximum length of the current message when it is not taken from the context, in characters. */
const LONGEST = 8_000;

/** Entries begin at column 0; the formats indent every other line of an entry. */
function entriesOf(block: string): string[] {
  const entries: string[] = [];
  for (const line of block.split('\n')) {
    if (line === '' || DAY.test(line)) continue;
    if (/^\s/.test(line) && entries.length > 0) entries.push(`${entries.pop()}\n${line}`);
    else entries.push(line);
  }
  return entries;
}

function fromMarkdown(formatted: string): Talk {
  const sections = formatted.split(/^(?=## )/m);
  const current = sections.find((section) => section.startsWith(CURRENT));
  const before = sections.filter((section) => CONVERSATION.test(section));
  return {
    current: current?.slice(CURRENT.length).trimEnd(),
    before: before.flatMap((section) => entriesOf(section.replace(CONVERSATION, ''))),
  };
}

function fromLmml(formatted: string): Talk {
  const current = /\n\n(<message[ >][^]*<\/message>)\s*$/.exec(formatted)?.[1];
  const recent = /^<recent[^>\n]*>\n([^]*?)^<\/recent>$/m.exec(formatted)?.[1] ?? '';
  return { current, before: entriesOf(recent) };
}

/** Chat templates require that a user speaks first. */
const SILENCE: PromptMessage = { role: 'user', content: '…' };

function lastOf(formatted: string, most: number): PromptMessage[] {
  const spoken = chatMessages(formatted).filter(({ role }) => role !== 'system');
  const kept = spoken.slice(-most - 1).map(({ role, content }) => ({ role, content }) as PromptMessage);
  return kept[0]?.role === 'assistant' ? [SILENCE, ...kept] : kept;
}

/** Only formats write headings: no text in a context has one at column 0. */
function toMessages(current: string, before: readonly string[]): PromptMessage[] {
  if (before.length === 0) return [{ role: 'user', content: current }];
  return [{ role: 'user', content: `## Recent\n${before.join('\n')}\n\n${CURRENT}${current}` }];
}

/**
 * The current message of a context and at most `most` messages of the conversation before it. `messages`: its last
 * messages. `markdown`, `turn`, `lmml`: the last entries of the recent conversation. Only the current message when the
 * context does not separate them, or when `most` is 0.
 */
export function recentMessages({ formatted, format, trigger_text }: Written, most: number): PromptMessage[] {
  if (format === 'messages' && most > 0) return lastOf(formatted, most);
  const talk: Talk =
    format === 'messages'
      ? { current: undefined, before: [] }
      : format === 'lmml'
        ? fromLmml(formatted)
        : fromMarkdown(formatted);
  if (talk.current === undefined) return toMessages(defuse(trigger_text.slice(0, LONGEST)), []);
  return toMessages(talk.current, most === 0 ? [] : talk.before.slice(-most));
}
