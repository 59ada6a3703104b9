import type { ChatMessage } from '@crumbtrail/contracts';
import { isDated, type LayoutEntry, type ContextLayout, type SectionLayout } from './layout';
import { ELLIPSIS } from '../text/truncate';
import { dayHeading, DayHeadings, looksLikeDayHeading } from './day-lines';
import { entryLines, headingLine, sectionBlock } from './markdown';
import type { Formatter, ContextFrame, ContextPart } from './formatter';
import type { SectionPlan } from '../plan/plan';
import { indentContinuation } from '../text/untrusted';

type ChatRole = ChatMessage['role'];

/** A message while it is put together: what it holds, piece by piece, and of what each piece is. */
interface ChatMessageParts {
  readonly role: ChatRole;
  readonly pieces: ContextPart[];
}

const jsonContent = (text: string): string => JSON.stringify(text).slice(1, -1);
const messageJson = (role: ChatRole, content: string): string =>
  `{"role":"${role}","content":"${jsonContent(content)}"},`;

const isList = ({ speaker }: LayoutEntry): boolean => speaker === null;

/** Says the agent's own words as its own, and everybody else's to it. */
class ConversationBuilder {
  readonly messages: ChatMessageParts[] = [];
  private lines = new DayHeadings();

  constructor(
    private readonly frame: ContextFrame,
    private readonly named: boolean,
  ) {}

  /** Adds what one section holds of the conversation, each day under its line wherever the day changes. */
  add({ name, days }: SectionLayout): void {
    for (const { date, entries } of days)
      for (const entry of entries.filter((one) => !isList(one))) this.say(entry, date, name);
  }

  /** The current message: a line of its own, and no day's unless it would stand under another one. */
  addCurrentMessage(message: LayoutEntry): void {
    const follows = this.messages.at(-1)?.role === 'user';
    if (!follows) this.lines = new DayHeadings();
    this.say(message, null, 'message', 'user');
  }

  private say(
    entry: LayoutEntry,
    date: string | null,
    name: ContextPart['name'],
    role = roleOf(entry, this.frame),
  ): void {
    const text = `${this.lines.next(date)}${messageText(entry, role === 'user' && this.named)}`;
    const last = this.messages.at(-1);
    if (last?.role === role) last.pieces.push({ name, text: `\n${text}` });
    else this.messages.push({ role, pieces: [{ name, text }] });
  }
}

function roleOf({ author }: LayoutEntry, { agent }: ContextFrame): ChatRole {
  return author?.kind === 'agent' && author.id === agent ? 'assistant' : 'user';
}

/** What was said, with a name where it needs one, or where it could be read as something of ours: a day, a name, a gap. */
function messageText(entry: LayoutEntry, named: boolean): string {
  const body = indentContinuation(entry.text);
  const [first = ''] = body.split('\n', 1);
  const posing = looksLikeDayHeading(first) || body === ELLIPSIS || body.startsWith(`${entry.speaker}: `);
  return entry.speaker !== null && (named || posing) ? `${entry.speaker}: ${body}` : body;
}

/** Whether names are needed: more than one speaks to the agent. */
function needsNames({ sections }: ContextLayout, frame: ContextFrame): boolean {
  const spoken = sections
    .filter(isHistory)
    .flatMap(({ name, days }) =>
      days.flatMap(({ entries }) => entries.filter((one) => name === 'message' || roleOf(one, frame) === 'user')),
    );
  const speakers = new Set(spoken.filter((entry) => !isList(entry)).map(({ speaker }) => speaker));
  return frame.company || speakers.size > 1;
}

function isHistory({ name }: Pick<SectionLayout, 'name'>): boolean {
  return name === 'message' || isDated(name);
}

/** What goes into the system part of a section: all of it, or of a conversation the lists in it. */
function systemSections(section: SectionLayout): SectionLayout[] {
  if (!isHistory(section)) return [section];
  const lists = section.days.flatMap(({ entries }) => entries.filter(isList));
  return lists.length === 0 || section.name === 'message'
    ? []
    : [{ ...section, days: [{ date: null, entries: lists }] }];
}

function systemPart(sections: ContextLayout['sections']): ChatMessageParts[] {
  const pieces = sections.map((section): ContextPart => ({ name: section.name, text: sectionBlock(section) }));
  const last = pieces.at(-1);
  return last === undefined
    ? []
    : [{ role: 'system', pieces: [...pieces.slice(0, -1), { ...last, text: last.text.trimEnd() }] }];
}

/** A conversation that an agent begins has a mark before it: templates want people and agents in turns, people first. */
function startWithUser(messages: readonly ChatMessageParts[]): ChatMessageParts[] {
  const gap: ChatMessageParts = { role: 'user', pieces: [{ name: 'frame', text: ELLIPSIS }] };
  return messages[0]?.role === 'assistant' ? [gap, ...messages] : [...messages];
}

/** Messages as JSON, still in pieces. */
function toJsonParts(messages: readonly ChatMessageParts[]): ContextPart[] {
  return messages.flatMap(({ role, pieces }, at) => {
    const open = `${at === 0 ? '[' : ','}{"role":"${role}","content":"`;
    const close = at === messages.length - 1 ? '"}]' : '"}';
    return pieces.map(({ name, text }, nth): ContextPart => ({
      name,
      text: `${nth === 0 ? open : ''}${jsonContent(text)}${nth === pieces.length - 1 ? close : ''}`,
    }));
  });
}

/** Neighbours of one section as one part. */
function mergeParts(parts: readonly ContextPart[]): ContextPart[] {
  const result: ContextPart[] = [];
  for (const { name, text } of parts) {
    const last = result.at(-1);
    if (last?.name === name) result[result.length - 1] = { name, text: last.text + text };
    else result.push({ name, text });
  }
  return result;
}

function parts(layout: ContextLayout, frame: ContextFrame): ContextPart[] {
  const conversation = new ConversationBuilder(frame, needsNames(layout, frame));
  const message = layout.sections.at(-1)?.days[0]?.entries[0];
  for (const section of layout.sections.slice(0, -1).filter(isHistory)) conversation.add(section);
  if (message) conversation.addCurrentMessage(message);
  return mergeParts(
    toJsonParts([...systemPart(layout.sections.flatMap(systemSections)), ...startWithUser(conversation.messages)]),
  );
}

function sectionCost(plan: SectionPlan): string {
  const list = messageJson('system', `${headingLine(plan.heading)}\n`);
  return isHistory(plan) ? list + messageJson('user', ELLIPSIS) : list;
}

/** Chat messages as compact JSON: what is known in a system message, then who said what, in turns; the current message last. */
export function messagesFormatter(frame: ContextFrame): Formatter {
  const entryCost = (entry: LayoutEntry): string => messageJson(roleOf(entry, frame), entryLines(entry));
  return {
    version: 'messages/2',
    base: (message) => `[${messageJson('user', entryLines(message))}]`,
    section: sectionCost,
    day: (date) => jsonContent(dayHeading(date)),
    entry: (entry, section) => (isHistory({ name: section }) ? entryCost(entry) : jsonContent(entryLines(entry))),
    parts: (layout) => parts(layout, frame),
  };
}
