import type { LayoutDay, LayoutEntry } from './layout';

/** Heads what was said today where another day stands above it. */
const TODAY = 'Today';
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAY_WORDS = new RegExp(`^(?:\\d{1,2} (?:${MONTHS.join('|')})(?: \\d{4,})?|${TODAY})$`, 'i');

/** No heading of a day is longer, whatever stands around its words. */
const LONGEST_DAY = 32;

/** A day in words, in UTC: `8 May 2023`; without the year where that was just said. */
function formatDay(date: string, year?: string): string {
  const [own = '', month = '', day = ''] = date.split('-');
  const words = `${Number(day)} ${MONTHS[Number(month) - 1] ?? month}`;
  return own === year ? words : `${words} ${own}`;
}

/** The line above what was said on another day, or today after one: `8 May 2023:`. A name is never followed by a line's end. */
export function dayHeading(date: string | null, year?: string): string {
  return `${date === null ? TODAY : formatDay(date, year)}:\n`;
}

/** Whether these words could be read as a day's heading. */
export function looksLikeDayHeading(words: string): boolean {
  const plain = words.replace(/\s+/g, ' ').trim();
  return plain.length <= LONGEST_DAY && DAY_WORDS.test(plain.replace(/ ?[:：]*$/, ''));
}

/** Says the day wherever it changes: a line holds until the next one, and before the first it is today. */
export class DayHeadings {
  private date: string | null = null;
  private year: string | undefined;

  /** The line above what was said on this day; nothing where it goes on. */
  next(date: string | null): string {
    if (date === this.date) return '';
    const line = dayHeading(date, this.year);
    this.date = date;
    this.year = date?.slice(0, 4) ?? this.year;
    return line;
  }
}

const isList = ({ speaker }: LayoutEntry): boolean => speaker === null;

/** Days with the line above each where one is needed; lists are of no day. */
export function dayBlocks(
  days: readonly LayoutDay[],
  lines: DayHeadings,
  written: (entry: LayoutEntry) => string,
): string {
  const blocks = days.map(({ date, entries }) => {
    const said = entries.filter((entry) => !isList(entry));
    const line = said.length === 0 ? '' : lines.next(date);
    return `${entries.filter(isList).map(written).join('')}${line}${said.map(written).join('')}`;
  });
  return blocks.join('');
}
