import type { LayoutDay, LayoutEntry, ContextLayout, SectionLayout } from './layout';
import { dayBlocks, dayHeading, DayHeadings } from './day-lines';
import { entryLines } from './markdown';
import type { Formatter, ContextFrame, ContextPart } from './formatter';
import type { SectionPlan } from '../plan/plan';
import { escapeAttribute, escapeMarkup } from '../text/untrusted';

/** Elements of the frame: no section may be called so. */
const FRAME_TAGS: readonly string[] = ['agent-context', 'persona', 'message'];
const FRAME_ELEMENT = new RegExp(`<(?=[\\s/]*(?:${FRAME_TAGS.join('|')})(?![A-Za-z0-9-]))`, 'gi');
const TAG = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;
const UNTRUSTED = { trust: 'untrusted' };

type Tagged = Pick<SectionPlan, 'name' | 'tag' | 'attributes'> | Pick<SectionLayout, 'name' | 'tag' | 'attributes'>;

function tagOf({ name, tag }: Tagged): string {
  return tag !== undefined && TAG.test(tag) && !FRAME_TAGS.includes(tag.toLowerCase()) ? tag : name;
}

function attributesOf(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .filter(([key]) => TAG.test(key))
    .map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
    .join('');
}

/** Whether any of it was written by somebody who has no say over the agent. */
function isUntrusted(days: readonly LayoutDay[]): boolean {
  return days.some(({ entries }) => entries.some(({ author }) => !/^(?:operator|service)$/.test(author?.kind ?? '')));
}

function openTag(section: Tagged, untrusted: boolean): string {
  return `<${tagOf(section)}${attributesOf({ ...(untrusted ? UNTRUSTED : {}), ...section.attributes })}>\n`;
}

const closeTag = (section: Tagged): string => `</${tagOf(section)}>\n`;

/** An operator's persona may hold elements of its own, but none of the frame's. */
function escapePersona(persona: string): string {
  return persona.replace(FRAME_ELEMENT, '&lt;').trim();
}

function opening({ brief, name, nonce, persona }: ContextFrame): string {
  if (brief) return `<agent-context nonce="${nonce}">\n`;
  const line = `What follows is the context in which you become ${escapeMarkup(name)}.\n`;
  const element = persona === undefined ? '' : `<persona>\n${escapePersona(persona)}\n</persona>\n`;
  return `${line}<agent-context persona="${escapeAttribute(name)}" nonce="${nonce}">\n${element}`;
}

function closing({ brief, name }: ContextFrame): string {
  return `</agent-context>\n${brief ? '' : `You are now ${escapeMarkup(name)}.\n`}\n`;
}

function entryText(entry: LayoutEntry): string {
  return escapeMarkup(entryLines(entry));
}

/** The message in an element of its own, after the frame. */
function messageElement({ speaker, text }: LayoutEntry, { brief }: ContextFrame): string {
  const from = brief || speaker === null ? '' : ` from="${escapeAttribute(speaker)}"`;
  return `<message${from}>${escapeMarkup(text)}</message>`;
}

/** An element says its days itself: it is understood wherever it stands. */
function sectionElement(section: SectionLayout): string {
  const days = dayBlocks(section.days, new DayHeadings(), entryText);
  return `${openTag(section, isUntrusted(section.days))}${days}${closeTag(section)}`;
}

function parts({ sections }: ContextLayout, frame: ContextFrame): ContextPart[] {
  const [message, ...rest] = [...sections].reverse();
  const inside = rest.reverse();
  const entry = message?.days[0]?.entries[0] as LayoutEntry;
  return [
    { name: 'frame', text: opening(frame) },
    ...inside.map((section): ContextPart => ({ name: section.name, text: sectionElement(section) })),
    { name: 'frame', text: closing(frame) },
    { name: 'message', text: messageElement(entry, frame) },
  ];
}

/** Elements inside one outer element whose nonce is new for every turn; every text escaped, so that none begins or ends one. */
export function lmmlFormatter(frame: ContextFrame): Formatter {
  return {
    version: 'lmml/1',
    base: (message) => `${opening(frame)}${closing(frame)}${messageElement(message, frame)}`,
    section: (plan) => `${openTag(plan, true)}${closeTag(plan)}`,
    day: (date) => dayHeading(date),
    entry: entryText,
    parts: (layout) => parts(layout, frame),
  };
}
