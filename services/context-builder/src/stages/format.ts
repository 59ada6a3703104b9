import type { Layout, Entry, SectionLayout } from './arrange';
import { indented } from './untrusted';

/** Version of this layout: a context written by another one may read differently. */
export const FORMATTER = 'markdown/1';

/** One entry: its speaker's name and what was said, or an indented list. No line but the first of a speaker's starts at column 0. */
export function formatEntry(entry: Entry): string {
  return entry.speaker === null
    ? indented(`\n${entry.text}`).slice(1) + '\n'
    : `${entry.speaker}: ${indented(entry.text)}\n`;
}

/** The line above a section. */
export function formatHeading(heading: string): string {
  return `## ${heading}\n`;
}

/** The line above what was said on another day. */
export function formatDay(day: string): string {
  return `### ${day}\n`;
}

/** One section, ended by an empty line. Counts of sections add up to the count of the whole, for no token spans their seams. */
export function formatSection(section: SectionLayout): string {
  const days = section.days.map(({ day, entries }) => (day ? formatDay(day) : '') + entries.map(formatEntry).join(''));
  return `${formatHeading(section.heading)}${days.join('')}\n`;
}

/** The context as the model reads it: headings, names and texts, nothing else of ours; the current message at the end. */
export function format(layout: Layout): string {
  return layout.sections.map(formatSection).join('').trimEnd();
}
