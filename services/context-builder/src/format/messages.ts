import type { ChatMessage } from '@crumbtrail/contracts';
import { isDated, isListed, type LayoutEntry, type ContextLayout, type SectionLayout } from './layout';
import { ELLIPSIS } from '../text/truncate';
import { DayHeadings } from './day-headings';
import { dayHeading, looksLikeDayHeading } from '@crumbtrail/prompting';
import { entryLines, headingLine, nowBlock, sectionBlock } from './markdown';
import type { Formatter, ContextFrame, ContextPart } from './formatter';
import type { SectionPlan } from '../plan/plan';
import { indentContinuation } from '../text/untrusted';

type ChatRole = ChatMessage['role'];

/** A chat message in parts, each with the section it belongs to. */
interface ChatMessageParts {
  readonly role: ChatRole;
  readonly parts: ContextPart[];
  /** Whether it is the text of an author, which no other message joins. */
  readonly isPlaced?: true;
}

const jsonContent = (text: string): string => JSON.stringify(text).slice(1, -1);
const messageJson = (role: ChatRole, content: string): string =>
  `{"role":"${role}","content":"${jsonContent(content)}"},`;

/** Collects the conversation as messages in alternating roles: the agent's as assistant, everybody else's as user. */
class ConversationBuilder {
  readonly messages: ChatMessageParts[] = [];
  private headings = new DayHeadings();

  constructor(
    private readonly frame: ContextFrame,
    private readonly named: boolean,
  ) {}

  /** Adds the entries of one section, with a heading wherever the day changes. */
  add({ name, days }: SectionLayout): void {
    for (const { date, entries } of days)
      for (const entry of entries.filter((one) => !isListed(one))) this.addEntry(entry, date, name);
  }

  /** Adds the current message and the replies to it, with a day heading only where it follows another day in the same chat message. */
  addCurrentMessage([message, ...replies]: readonly [LayoutEntry, ...LayoutEntry[]]): void {
    const last = this.messages.at(-1);
    const follows = last?.role === 'user' && !last.isPlaced;
    if (!follows) this.headings = new DayHeadings();
    this.addEntry(message, null, 'message', 'user');
    for (const reply of replies) this.addEntry(reply, null, 'message');
  }

  private addEntry(
    entry: LayoutEntry,
    date: string | null,
    name: ContextPart['name'],
    role = roleOf(entry, this.frame),
  ): void {
    if (entry.placed) {
      this.messages.push({ role: entry.placed.role, parts: [{ name, text: entry.text }], isPlaced: true });
      return;
    }
    const text = `${this.headings.next(date)}${messageText(entry, role === 'user' && this.named)}`;
    const last = this.messages.at(-1);
    if (last?.role === role && !last.isPlaced) last.parts.push({ name, text: `\n${text}` });
    else this.messages.push({ role, parts: [{ name, text }] });
  }
}

function roleOf({ author }: LayoutEntry, { agent }: ContextFrame): ChatRole {
  return author?.kind === 'agent' && author.id === agent ? 'assistant' : 'user';
}

/** The text of an entry, with the speaker's name where needed, or where the text could be mistaken for a heading, a name or an ellipsis. */
function messageText(entry: LayoutEntry, named: boolean): string {
  const body = indentContinuation(entry.text);
  const [first = ''] = body.split('\n', 1);
  const isAmbiguous = looksLikeDayHeading(first) || body === ELLIPSIS || body.startsWith(`${entry.speaker}: `);
  return entry.speaker !== null && (named || isAmbiguous) ? `${entry.speaker}: ${body}` : body;
}

/** True if names are needed, because more than one participant writes to the agent. */
function needsNames({ sections }: ContextLayout, frame: ContextFrame): boolean {
  const spoken = sections
    .filter(isHistory)
    .flatMap(({ name, days }) =>
      days.flatMap(({ entries }) => entries.filter((one) => name === 'message' || roleOf(one, frame) === 'user')),
    );
  const speakers = new Set(spoken.filter(({ speaker }) => speaker !== null).map(({ speaker }) => speaker));
  return frame.company || speakers.size > 1;
}

function isHistory({ name }: Pick<SectionLayout, 'name'>): boolean {
  return name === 'message' || isDated(name);
}

/** The part of a section for the system message: all of it, or only the lists of a conversation. */
function systemSections(section: SectionLayout): SectionLayout[] {
  if (!isHistory(section)) return [section];
  const lists = section.days.flatMap(({ entries }) => entries.filter(isListed));
  return lists.length === 0 || section.name === 'message'
    ? []
    : [{ ...section, days: [{ date: null, entries: lists }] }];
}

function systemPart(sections: ContextLayout['sections'], frame: ContextFrame): ChatMessageParts[] {
  const texts = sections.map((section): ContextPart => ({ name: section.name, text: sectionBlock(section) }));
  const now = nowBlock(frame);
  const parts: ContextPart[] = now === '' ? texts : [...texts, { name: 'frame', text: now }];
  const last = parts.at(-1);
  return last === undefined
    ? []
    : [{ role: 'system', parts: [...parts.slice(0, -1), { ...last, text: last.text.trimEnd() }] }];
}

/** Adds a user message with an ellipsis before a conversation that the agent starts: many chat templates require a user message first. */
function startWithUser(messages: readonly ChatMessageParts[]): ChatMessageParts[] {
  const gap: ChatMessageParts = { role: 'user', parts: [{ name: 'frame', text: ELLIPSIS }] };
  return messages[0]?.role === 'assistant' ? [gap, ...messages] : [...messages];
}

/** Messages as JSON, still in parts. */
function toJsonParts(messages: readonly ChatMessageParts[]): ContextPart[] {
  return messages.flatMap(({ role, parts }, at) => {
    const open = `${at === 0 ? '[' : ','}{"role":"${role}","content":"`;
    const close = at === messages.length - 1 ? '"}]' : '"}';
    return parts.map(({ name, text }, nth): ContextPart => ({
      name,
      text: `${nth === 0 ? open : ''}${jsonContent(text)}${nth === parts.length - 1 ? close : ''}`,
    }));
  });
}

/** Merges neighbouring parts of the same section. */
function mergeParts(parts: readonly ContextPart[]): ContextPart[] {
  const result: ContextPart[] = [];
  for (const { name, text } of parts) {
    const last = result.at(-1);
    if (last?.name === name) result[result.length - 1] = { name, text: last.text + text };
    else result.push({ name, text });
  }
  return result;
}

function formatParts(layout: ContextLayout, frame: ContextFrame): ContextPart[] {
  const conversation = new ConversationBuilder(frame, needsNames(layout, frame));
  const [message, ...replies] = layout.sections.at(-1)?.days[0]?.entries ?? [];
  for (const section of layout.sections.slice(0, -1).filter(isHistory)) conversation.add(section);
  if (message) conversation.addCurrentMessage([message, ...replies]);
  return mergeParts(
    toJsonParts([
      ...systemPart(layout.sections.flatMap(systemSections), frame),
      ...startWithUser(conversation.messages),
    ]),
  );
}

function sectionCost(plan: SectionPlan): string {
  const list = messageJson('system', `${headingLine(plan.heading)}\n`);
  return isHistory(plan) ? list + messageJson('user', ELLIPSIS) : list;
}

/** Formats a context as chat messages in compact JSON: a system message, then the conversation, with the current message last. */
export function messagesFormatter(frame: ContextFrame): Formatter {
  const entryCost = (entry: LayoutEntry): string => messageJson(roleOf(entry, frame), entryLines(entry));
  const block = nowBlock(frame);
  const now = block === '' ? '' : messageJson('system', block);
  return {
    version: 'messages/4',
    base: (message) => `[${now}${messageJson('user', entryLines(message))}]`,
    section: sectionCost,
    day: (date) => jsonContent(dayHeading(date)),
    entry: (entry, section) => (isHistory({ name: section }) ? entryCost(entry) : jsonContent(entryLines(entry))),
    parts: (layout) => formatParts(layout, frame),
  };
}
