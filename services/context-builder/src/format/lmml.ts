import type { Day, Entry, Layout, SectionLayout } from './layout';
import { dayBlocks, dayLine, DayLines } from './day-lines';
import { entryLines } from './markdown';
import type { Formatter, Frame, Part } from './formatter';
import type { SectionPlan } from '../plan/plan';
import { attributeValue, escaped } from '../text/untrusted';

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
    .map(([key, value]) => ` ${key}="${attributeValue(value)}"`)
    .join('');
}

/** Whether any of it was written by somebody who has no say over the agent. */
function isUntrusted(days: readonly Day[]): boolean {
  return days.some(({ entries }) => entries.some(({ author }) => !/^(?:operator|service)$/.test(author?.kind ?? '')));
}

function openTag(section: Tagged, untrusted: boolean): string {
  return `<${tagOf(section)}${attributesOf({ ...(untrusted ? UNTRUSTED : {}), ...section.attributes })}>\n`;
}

const closeTag = (section: Tagged): string => `</${tagOf(section)}>\n`;

/** An operator's persona may hold elements of its own, but none of the frame's. */
function personaText(persona: string): string {
  return persona.replace(FRAME_ELEMENT, '&lt;').trim();
}

function opening({ brief, name, nonce, persona }: Frame): string {
  if (brief) return `<agent-context nonce="${nonce}">\n`;
  const line = `What follows is the context in which you become ${escaped(name)}.\n`;
  const element = persona === undefined ? '' : `<persona>\n${personaText(persona)}\n</persona>\n`;
  return `${line}<agent-context persona="${attributeValue(name)}" nonce="${nonce}">\n${element}`;
}

function closing({ brief, name }: Frame): string {
  return `</agent-context>\n${brief ? '' : `You are now ${escaped(name)}.\n`}\n`;
}

function entryText(entry: Entry): string {
  return escaped(entryLines(entry));
}

/** The message in an element of its own, after the frame. */
function messageElement({ speaker, text }: Entry, { brief }: Frame): string {
  const from = brief || speaker === null ? '' : ` from="${attributeValue(speaker)}"`;
  return `<message${from}>${escaped(text)}</message>`;
}

/** An element says its days itself: it is understood wherever it stands. */
function sectionElement(section: SectionLayout): string {
  const days = dayBlocks(section.days, new DayLines(), entryText);
  return `${openTag(section, isUntrusted(section.days))}${days}${closeTag(section)}`;
}

function parts({ sections }: Layout, frame: Frame): Part[] {
  const [message, ...rest] = [...sections].reverse();
  const inside = rest.reverse();
  const entry = message?.days[0]?.entries[0] as Entry;
  return [
    { name: 'frame', text: opening(frame) },
    ...inside.map((section): Part => ({ name: section.name, text: sectionElement(section) })),
    { name: 'frame', text: closing(frame) },
    { name: 'message', text: messageElement(entry, frame) },
  ];
}

/** Elements inside one outer element whose nonce is new for every turn; every text escaped, so that none begins or ends one. */
export function lmml(frame: Frame): Formatter {
  return {
    version: 'lmml/1',
    base: (message) => `${opening(frame)}${closing(frame)}${messageElement(message, frame)}`,
    section: (plan) => `${openTag(plan, true)}${closeTag(plan)}`,
    day: (date) => dayLine(date),
    entry: entryText,
    parts: (layout) => parts(layout, frame),
  };
}
