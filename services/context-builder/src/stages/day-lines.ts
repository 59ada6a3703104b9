import type { Day } from './arrange';

/** Heads what was said today where another day stands above it. */
const TODAY = 'Today';
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAY_WORDS = new RegExp(`^(?:\\d{1,2} (?:${MONTHS.join('|')})(?: \\d{4,})?|${TODAY})$`, 'i');

/** A day in words, in UTC: `8 May 2023`; without the year where that was just said. */
function dayInWords(date: string, year?: string): string {
  const [own = '', month = '', day = ''] = date.split('-');
  const words = `${Number(day)} ${MONTHS[Number(month) - 1] ?? month}`;
  return own === year ? words : `${words} ${own}`;
}

/** The line above what was said on another day, or today after one: `8 May 2023:`. A name is never followed by a line's end. */
export function dayLine(date: string | null, year?: string): string {
  return `${date === null ? TODAY : dayInWords(date, year)}:\n`;
}

/** Whether these words could be read as a day's heading. */
export function readsAsDay(words: string): boolean {
  return DAY_WORDS.test(words.replace(/:$/, ''));
}

/** Days with the line above each: the year only where it changes, and no line for today where no other day stands above it. */
export function dayBlocks(days: readonly Day[], blockOf: (day: Day) => string): string {
  let year: string | undefined;
  let dated = false;
  const blocks = days.map((day) => {
    const line = day.date === null && !dated ? '' : dayLine(day.date, year);
    year = day.date?.slice(0, 4) ?? year;
    dated ||= day.date !== null;
    return line + blockOf(day);
  });
  return blocks.join('');
}
