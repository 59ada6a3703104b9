import { escapeMarkup } from '@crumbtrail/hints';
import type { LayoutDay, LayoutEntry, ContextLayout, SectionLayout } from './layout';
import { dayBlocks, DayHeadings } from './day-headings';
import { dayHeading } from '@crumbtrail/prompting';
import { entryLines } from './markdown';
import type { Formatter, ContextFrame, ContextPart } from './formatter';
import type { SectionPlan } from '../plan/plan';
import { LORE_HEADING } from '../scene/placed-text';
import { escapeAttribute } from '../text/untrusted';

/** Elements of the frame; no section may use these names. */
const FRAME_TAGS: readonly string[] = ['agent-context', 'persona', 'now', 'chatSystemStatus', 'message'];
const FRAME_ELEMENT = new RegExp(`<(?=[\\s/]*(?:${FRAME_TAGS.join('|')})(?![A-Za-z0-9-]))`, 'gi');
const TAG = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;
const UNTRUSTED = { trust: 'untrusted' };

type Tagged = Pick<SectionPlan, 'name' | 'tag' | 'attributes'> | Pick<SectionLayout, 'name' | 'tag' | 'attributes'>;

function tagOf({ name, tag }: Tagged): string {
  return tag !== undefined && TAG.test(tag) && !FRAME_TAGS.some((one) => one.toLowerCase() === tag.toLowerCase())
    ? tag
    : name;
}

function attributesOf(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .filter(([key]) => TAG.test(key))
    .map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
    .join('');
}

const isTrusted = ({ author }: LayoutEntry): boolean => /^(?:operator|service)$/.test(author?.kind ?? '');

/** True if an author other than an operator or a service wrote any of the entries. */
function isUntrusted(days: readonly LayoutDay[]): boolean {
  return days.some(({ entries }) => entries.some((one) => !isTrusted(one)));
}

function openTag(section: Tagged, untrusted: boolean): string {
  return `<${tagOf(section)}${attributesOf({ ...(untrusted ? UNTRUSTED : {}), ...section.attributes })}>\n`;
}

const closeTag = (section: Tagged): string => `</${tagOf(section)}>\n`;

/** Escapes frame elements in an operator's persona; other elements are allowed. */
function escapePersona(persona: string): string {
  return persona.replace(FRAME_ELEMENT, '&lt;').trim();
}

function openFrame({ brief, name, nonce, persona, opener }: ContextFrame): string {
  if (brief) return `<agent-context nonce="${nonce}">\n`;
  const line =
    opener === undefined
      ? `What follows is the context in which you become ${escapeMarkup(name)}.\n`
      : `${escapePersona(opener)}\n`;
  const element = persona === undefined ? '' : `<persona>\n${escapePersona(persona)}\n</persona>\n`;
  return `${line}<agent-context persona="${escapeAttribute(name)}" nonce="${nonce}">\n${element}`;
}

function statusElement({ now, status }: ContextFrame): string {
  if (status === undefined) return now === undefined ? '' : `<now>${now}</now>\n`;
  return `<chatSystemStatus${attributesOf({ ...status, ...(now === undefined ? {} : { time: now }) })}/>\n`;
}

function closeFrame(frame: ContextFrame): string {
  const { brief, name, closer } = frame;
  const line = closer === undefined ? `You are now ${escapeMarkup(name)}.\n` : `${escapePersona(closer)}\n`;
  return `${statusElement(frame)}</agent-context>\n${brief ? '' : line}\n`;
}

/** A text of an author in an element of its own, named for what it is. */
function placedElement(entry: LayoutEntry): string {
  const { text, placed } = entry;
  const heading = placed?.heading ?? '';
  const tag = heading === LORE_HEADING ? 'agent-guide' : heading.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const attributes = attributesOf({
    ...(isTrusted(entry) ? {} : UNTRUSTED),
    ...(placed?.name ? { name: placed.name } : {}),
  });
  return `<${tag}${attributes}>\n${escapeMarkup(text)}\n</${tag}>\n`;
}

function entryText(entry: LayoutEntry): string {
  if (entry.placed) return placedElement(entry);
  return escapeMarkup(entryLines(entry));
}

/** The message, or a reply to it, in its own element, after the frame. */
function messageElement(entry: LayoutEntry, { brief }: ContextFrame): string {
  if (entry.placed) return placedElement(entry).trimEnd();
  const { speaker, text } = entry;
  const from = brief || speaker === null ? '' : ` from="${escapeAttribute(speaker)}"`;
  return `<message${from}>${escapeMarkup(text)}</message>`;
}

/** Every element has its own day headings, so that it can be understood alone. */
function sectionElement(section: SectionLayout): string {
  if (section.name === 'scene') return section.days.flatMap(({ entries }) => entries.map(placedElement)).join('');
  const days = dayBlocks(section.days, new DayHeadings(), entryText);
  return `${openTag(section, isUntrusted(section.days))}${days}${closeTag(section)}`;
}

function formatParts({ sections }: ContextLayout, frame: ContextFrame): ContextPart[] {
  const [message, ...rest] = [...sections].reverse();
  const inside = rest.reverse();
  const entries = message?.days[0]?.entries ?? [];
  return [
    { name: 'frame', text: openFrame(frame) },
    ...inside.map((section): ContextPart => ({ name: section.name, text: sectionElement(section) })),
    { name: 'frame', text: closeFrame(frame) },
    { name: 'message', text: entries.map((entry) => messageElement(entry, frame)).join('\n') },
  ];
}

/** Formats sections as elements inside one outer element with a nonce for every session. All texts are escaped, so that they cannot start or end an element. */
export function lmmlFormatter(frame: ContextFrame): Formatter {
  return {
    version: 'lmml/4',
    base: (message) => `${openFrame(frame)}${closeFrame(frame)}${messageElement(message, frame)}`,
    section: (plan) => `${openTag(plan, true)}${closeTag(plan)}`,
    day: (date) => dayHeading(date),
    entry: entryText,
    parts: (layout) => formatParts(layout, frame),
  };
}
