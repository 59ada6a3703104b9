import { isDated, MESSAGE_HEADING, type Entry, type Layout, type SectionLayout } from './layout';
import { dayBlocks, dayLine, DayLines } from './day-lines';
import type { Formatter, Part } from './formatter';
import { indented } from '../text/untrusted';

/** One entry: its speaker's name and what was said, or an indented list. No line but the first of a speaker's starts at column 0. */
export function entryLines(entry: Entry): string {
  return entry.speaker === null
    ? indented(`\n${entry.text}`).slice(1) + '\n'
    : `${entry.speaker}: ${indented(entry.text)}\n`;
}

/** The line above a section. */
export function headingLine(heading: string): string {
  return `## ${heading}\n`;
}

/** One section, ended by an empty line. Counts of sections add up to the count of the whole, for no token spans their seams. */
export function sectionBlock({ heading, days }: SectionLayout, lines = new DayLines()): string {
  return `${headingLine(heading)}${dayBlocks(days, lines, entryLines)}\n`;
}

/** Sections as parts, without empty lines at the end; a day said in one need not be said again at the beginning of the next. */
export function sectionParts(sections: Layout['sections'], dated = ({ name }: SectionLayout) => isDated(name)): Part[] {
  const lines = new DayLines();
  return sections.map((section, at) => {
    const text = sectionBlock(section, dated(section) ? lines : undefined);
    return { name: section.name, text: at === sections.length - 1 ? text.trimEnd() : text };
  });
}

/** Headings, names and texts, nothing else of ours; the current message at the end. */
export const markdown: Formatter = {
  version: 'markdown/2',
  base: (message) => `${headingLine(MESSAGE_HEADING)}${entryLines(message)}\n`,
  section: ({ heading }) => `${headingLine(heading)}\n`,
  day: (date) => dayLine(date),
  entry: entryLines,
  parts: ({ sections }) => sectionParts(sections),
};
