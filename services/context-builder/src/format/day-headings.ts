import { dayHeading } from '../text/day-heading';
import type { LayoutDay, LayoutEntry } from './layout';

/** Writes a heading wherever the day changes. It applies until the next one; without any, the day is today. */
export class DayHeadings {
  private date: string | null = null;
  private year: string | undefined;

  /** The heading before entries of this day; empty while the day stays the same. */
  next(date: string | null): string {
    if (date === this.date) return '';
    const line = dayHeading(date, this.year);
    this.date = date;
    this.year = date?.slice(0, 4) ?? this.year;
    return line;
  }
}

const isList = ({ speaker }: LayoutEntry): boolean => speaker === null;

/** Writes entries under the headings of their days. Lists belong to no day and come first. */
export function dayBlocks(
  days: readonly LayoutDay[],
  headings: DayHeadings,
  writeEntry: (entry: LayoutEntry) => string,
): string {
  const blocks = days.map(({ date, entries }) => {
    const said = entries.filter((entry) => !isList(entry));
    const heading = said.length === 0 ? '' : headings.next(date);
    return `${entries.filter(isList).map(writeEntry).join('')}${heading}${said.map(writeEntry).join('')}`;
  });
  return blocks.join('');
}
