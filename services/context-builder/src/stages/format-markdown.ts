import type { Day, Entry, Layout, SectionLayout } from './arrange';
import type { Formatter, Part } from './formatter';
import { indented } from './untrusted';

/** Version of this layout: a context written by another one may read differently. */
export const MARKDOWN = 'markdown/2';
export const MESSAGE_HEADING = 'Current message';
/** Heads what was said today where another day stands above it. */
export const TODAY = 'Today';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** A day in words, in UTC: `8 May 2023`. The year is left out where it is said already. */
export function dayInWords(date: string, year?: string): string {
  const [own = '', month = '', day = ''] = date.split('-');
  const words = `${Number(day)} ${MONTHS[Number(month) - 1] ?? month}`;
  return own === year ? words : `${words} ${own}`;
}

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

/** The line above what was said on another day, or today after one. */
export function dayLine(date: string | null, year?: string): string {
  return `### ${date === null ? TODAY : dayInWords(date, year)}\n`;
}

/** Days and what was said on each, the year said once. */
export function dayBlocks(days: readonly Day[]): string {
  let year: string | undefined;
  return days
    .map(({ date, entries }, at) => {
      const line = date === null && at === 0 ? '' : dayLine(date, year);
      year = date?.slice(0, 4) ?? year;
      return line + entries.map(entryLines).join('');
    })
    .join('');
}

/** One section, ended by an empty line. Counts of sections add up to the count of the whole, for no token spans their seams. */
export function sectionBlock({ heading, days }: SectionLayout): string {
  return `${headingLine(heading)}${dayBlocks(days)}\n`;
}

function parts({ sections }: Layout): Part[] {
  return sections.map((section, at) => {
    const text = sectionBlock(section);
    return { name: section.name, text: at === sections.length - 1 ? text.trimEnd() : text };
  });
}

/** Headings, names and texts, nothing else of ours; the current message at the end. */
export const markdown: Formatter = {
  version: MARKDOWN,
  base: (message) => `${headingLine(MESSAGE_HEADING)}${entryLines(message)}\n`,
  section: ({ heading }) => `${headingLine(heading)}\n`,
  day: (date) => dayLine(date),
  entry: entryLines,
  parts,
};
