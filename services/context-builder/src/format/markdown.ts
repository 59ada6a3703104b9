import { isDated, MESSAGE_HEADING, type LayoutEntry, type ContextLayout, type SectionLayout } from './layout';
import { dayBlocks, dayHeading, DayHeadings } from './day-lines';
import type { Formatter, ContextPart } from './formatter';
import { indentContinuation } from '../text/untrusted';

/** One entry: its speaker's name and what was said, or an indented list. No line but the first of a speaker's starts at column 0. */
export function entryLines(entry: LayoutEntry): string {
  return entry.speaker === null
    ? indentContinuation(`\n${entry.text}`).slice(1) + '\n'
    : `${entry.speaker}: ${indentContinuation(entry.text)}\n`;
}

/** The line above a section. */
export function headingLine(heading: string): string {
  return `## ${heading}\n`;
}

/** One section, ended by an empty line. Counts of sections add up to the count of the whole, for no token spans their seams. */
export function sectionBlock({ heading, days }: SectionLayout, lines = new DayHeadings()): string {
  return `${headingLine(heading)}${dayBlocks(days, lines, entryLines)}\n`;
}

/** Sections as parts, without empty lines at the end; a day said in one need not be said again at the beginning of the next. */
export function sectionParts(
  sections: ContextLayout['sections'],
  dated = ({ name }: SectionLayout) => isDated(name),
): ContextPart[] {
  const lines = new DayHeadings();
  return sections.map((section, at) => {
    const text = sectionBlock(section, dated(section) ? lines : undefined);
    return { name: section.name, text: at === sections.length - 1 ? text.trimEnd() : text };
  });
}

/** Headings, names and texts, nothing else of ours; the current message at the end. */
export const markdownFormatter: Formatter = {
  version: 'markdown/2',
  base: (message) => `${headingLine(MESSAGE_HEADING)}${entryLines(message)}\n`,
  section: ({ heading }) => `${headingLine(heading)}\n`,
  day: (date) => dayHeading(date),
  entry: entryLines,
  parts: ({ sections }) => sectionParts(sections),
};
