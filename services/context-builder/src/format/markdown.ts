import { isDated, MESSAGE_HEADING, type LayoutEntry, type ContextLayout, type SectionLayout } from './layout';
import { dayBlocks, DayHeadings } from './day-headings';
import { dayHeading } from '@crumbtrail/prompting';
import type { ContextFrame, Formatter, ContextPart } from './formatter';
import { indentContinuation } from '../text/untrusted';

/** A text with all of its lines indented. */
function indentLines(text: string): string {
  return `${indentContinuation(`\n${text}`).slice(1)}\n`;
}

/** One entry: the speaker's name and text, or an indented list. Only the first line of a speaker starts at column 0. */
export function entryLines(entry: LayoutEntry): string {
  if (entry.placed) return `[${entry.placed.heading}]\n${indentLines(entry.text)}`;
  return entry.speaker === null ? indentLines(entry.text) : `${entry.speaker}: ${indentContinuation(entry.text)}\n`;
}

/** The heading of a section. */
export function headingLine(heading: string): string {
  return `## ${heading}\n`;
}

/** One section with an empty line at the end, which no token spans, so that the counts of sections add up. */
export function sectionBlock({ name, heading, days }: SectionLayout, headings = new DayHeadings()): string {
  if (name === 'scene')
    return `${headingLine(heading)}${days.flatMap(({ entries }) => entries.map(({ text }) => indentLines(text))).join('\n')}\n`;
  return `${headingLine(heading)}${dayBlocks(days, headings, entryLines)}\n`;
}

/** Sections as parts, without an empty line at the end. A day heading of one section still applies at the start of the next. */
export function sectionParts(
  sections: ContextLayout['sections'],
  dated = ({ name }: SectionLayout) => isDated(name),
): ContextPart[] {
  const headings = new DayHeadings();
  return sections.map((section, at) => {
    const text = sectionBlock(section, dated(section) ? headings : undefined);
    return { name: section.name, text: at === sections.length - 1 ? text.trimEnd() : text };
  });
}

/** Date and time as a section before the current message, the part that changes most; empty where they are not shown. */
export function nowBlock({ now, status = {} }: Pick<ContextFrame, 'now' | 'status'>): string {
  const lines = [
    ...(now === undefined ? [] : [now]),
    ...Object.entries(status).map(([name, value]) => `${name}: ${value}`),
  ];
  return lines.length === 0 ? '' : `${headingLine('Now')}${lines.map((line) => `  - ${line}\n`).join('')}\n`;
}

/** A formatter of headings that also shows date and time, where the frame has them. */
export function withNow(formatter: Formatter, frame: ContextFrame): Formatter {
  const text = nowBlock(frame);
  if (text === '') return formatter;
  return {
    ...formatter,
    base: (message) => `${text}${formatter.base(message)}`,
    parts: (layout) => formatter.parts(layout).toSpliced(-1, 0, { name: 'frame', text }),
  };
}

/** Formats a context as headings, names and texts, with the current message at the end. */
export const markdownFormatter: Formatter = {
  version: 'markdown/4',
  base: (message) => `${headingLine(MESSAGE_HEADING)}${entryLines(message)}\n`,
  section: ({ heading }) => `${headingLine(heading)}\n`,
  day: (date) => dayHeading(date),
  entry: entryLines,
  parts: ({ sections }) => sectionParts(sections),
};
