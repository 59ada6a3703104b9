import type { ChatMessage } from '@crumbtrail/contracts';
import { isDated, type Entry, type Layout, type SectionLayout } from './layout';
import { CUT_MARK } from '../text/truncate';
import { dayLine, DayLines, readsAsDay } from './day-lines';
import { entryLines, headingLine, sectionBlock } from './markdown';
import type { Formatter, Frame, Part } from './formatter';
import type { SectionPlan } from '../plan/plan';
import { indented } from '../text/untrusted';

type Role = ChatMessage['role'];

/** A message while it is put together: what it holds, piece by piece, and of what each piece is. */
interface Message {
  readonly role: Role;
  readonly pieces: Part[];
}

const inside = (text: string): string => JSON.stringify(text).slice(1, -1);
const wrapped = (role: Role, content: string): string => `{"role":"${role}","content":"${inside(content)}"},`;

const isList = ({ speaker }: Entry): boolean => speaker === null;

/** Says the agent's own words as its own, and everybody else's to it. */
class Conversation {
  readonly messages: Message[] = [];
  private lines = new DayLines();

  constructor(
    private readonly frame: Frame,
    private readonly named: boolean,
  ) {}

  /** Adds what one section holds of the conversation, each day under its line wherever the day changes. */
  add({ name, days }: SectionLayout): void {
    for (const { date, entries } of days)
      for (const entry of entries.filter((one) => !isList(one))) this.say(entry, date, name);
  }

  /** The current message: a line of its own, and no day's unless it would stand under another one. */
  ask(message: Entry): void {
    const follows = this.messages.at(-1)?.role === 'user';
    if (!follows) this.lines = new DayLines();
    this.say(message, null, 'message', 'user');
  }

  private say(entry: Entry, date: string | null, name: Part['name'], role = roleOf(entry, this.frame)): void {
    const text = `${this.lines.above(date)}${said(entry, role === 'user' && this.named)}`;
    const last = this.messages.at(-1);
    if (last?.role === role) last.pieces.push({ name, text: `\n${text}` });
    else this.messages.push({ role, pieces: [{ name, text }] });
  }
}

function roleOf({ author }: Entry, { agent }: Frame): Role {
  return author?.kind === 'agent' && author.id === agent ? 'assistant' : 'user';
}

/** What was said, with a name where it needs one, or where it could be read as something of ours: a day, a name, a gap. */
function said(entry: Entry, named: boolean): string {
  const body = indented(entry.text);
  const [first = ''] = body.split('\n', 1);
  const posing = readsAsDay(first) || body === CUT_MARK || body.startsWith(`${entry.speaker}: `);
  return entry.speaker !== null && (named || posing) ? `${entry.speaker}: ${body}` : body;
}

/** Whether names are needed: more than one speaks to the agent. */
function company({ sections }: Layout, frame: Frame): boolean {
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
function background(section: SectionLayout): SectionLayout[] {
  if (!isHistory(section)) return [section];
  const lists = section.days.flatMap(({ entries }) => entries.filter(isList));
  return lists.length === 0 || section.name === 'message'
    ? []
    : [{ ...section, days: [{ date: null, entries: lists }] }];
}

function systemPart(sections: Layout['sections']): Message[] {
  const pieces = sections.map((section): Part => ({ name: section.name, text: sectionBlock(section) }));
  const last = pieces.at(-1);
  return last === undefined
    ? []
    : [{ role: 'system', pieces: [...pieces.slice(0, -1), { ...last, text: last.text.trimEnd() }] }];
}

/** A conversation that an agent begins has a mark before it: templates want people and agents in turns, people first. */
function begun(messages: readonly Message[]): Message[] {
  const gap: Message = { role: 'user', pieces: [{ name: 'frame', text: CUT_MARK }] };
  return messages[0]?.role === 'assistant' ? [gap, ...messages] : [...messages];
}

/** Messages as JSON, still in pieces. */
function asJson(messages: readonly Message[]): Part[] {
  return messages.flatMap(({ role, pieces }, at) => {
    const open = `${at === 0 ? '[' : ','}{"role":"${role}","content":"`;
    const close = at === messages.length - 1 ? '"}]' : '"}';
    return pieces.map(({ name, text }, nth): Part => ({
      name,
      text: `${nth === 0 ? open : ''}${inside(text)}${nth === pieces.length - 1 ? close : ''}`,
    }));
  });
}

/** Neighbours of one section as one part. */
function merged(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (const { name, text } of parts) {
    const last = result.at(-1);
    if (last?.name === name) result[result.length - 1] = { name, text: last.text + text };
    else result.push({ name, text });
  }
  return result;
}

function parts(layout: Layout, frame: Frame): Part[] {
  const conversation = new Conversation(frame, company(layout, frame));
  const message = layout.sections.at(-1)?.days[0]?.entries[0];
  for (const section of layout.sections.slice(0, -1).filter(isHistory)) conversation.add(section);
  if (message) conversation.ask(message);
  return merged(asJson([...systemPart(layout.sections.flatMap(background)), ...begun(conversation.messages)]));
}

function sectionCost(plan: SectionPlan): string {
  const list = wrapped('system', `${headingLine(plan.heading)}\n`);
  return isHistory(plan) ? list + wrapped('user', CUT_MARK) : list;
}

/** Chat messages as compact JSON: what is known in a system message, then who said what, in turns; the current message last. */
export function messagesFormat(frame: Frame): Formatter {
  const entryCost = (entry: Entry): string => wrapped(roleOf(entry, frame), entryLines(entry));
  return {
    version: 'messages/2',
    base: (message) => `[${wrapped('user', entryLines(message))}]`,
    section: sectionCost,
    day: (date) => inside(dayLine(date)),
    entry: (entry, section) => (isHistory({ name: section }) ? entryCost(entry) : inside(entryLines(entry))),
    parts: (layout) => parts(layout, frame),
  };
}
