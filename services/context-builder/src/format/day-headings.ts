import { dayHeading } from '@crumbtrail/prompting';
import { isListed, type LayoutDay, type LayoutEntry } from './layout';

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

/** Writes entries under the headings of their days. Lists belong to no day and come first. */
export function dayBlocks(
  days: readonly LayoutDay[],
  headings: DayHeadings,
  writeEntry: (entry: LayoutEntry) => string,
): string {
  const blocks = days.map(({ date, entries }) => {
    const said = entries.filter((entry) => !isListed(entry));
    const heading = said.length === 0 ? '' : headings.next(date);
    return `${entries.filter(isListed).map(writeEntry).join('')}${heading}${said.map(writeEntry).join('')}`;
  });
  return blocks.join('');
}
