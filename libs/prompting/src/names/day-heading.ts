/** The heading of today, after that of another day. */
const TODAY = 'Today';
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAY_WORDS = new RegExp(`^(?:\\d{1,2} (?:${MONTHS.join('|')})(?: \\d{4,})?|${TODAY})$`, 'i');

/** Longest text that can be read as a day heading, in UTF-16 units. */
const MAX_HEADING_LENGTH = 32;

/** A date as `8 May 2023`, without the year where it is `year`. */
function formatDay(date: string, year?: string): string {
  const [dateYear = '', month = '', day = ''] = date.split('-');
  const words = `${Number(day)} ${MONTHS[Number(month) - 1] ?? month}`;
  return dateYear === year ? words : `${words} ${dateYear}`;
}

/** Date and time in words: `Friday, 8 May 2026, 14:30 UTC`, or in another zone `Friday, 8 May 2026, 16:30 Europe/Berlin (UTC+2)`. */
export function dateAndTime(iso: string, timeZone = 'UTC'): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  });
  const part = Object.fromEntries(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  const zone = format.resolvedOptions().timeZone;
  const offset = zone === 'UTC' ? '' : ` (${part['timeZoneName']?.replace('GMT', 'UTC')})`;
  return `${part['weekday']}, ${part['day']} ${part['month']} ${part['year']}, ${part['hour']}:${part['minute']} ${zone}${offset}`;
}

/** The heading of a day: `8 May 2023:`, or `Today:` for null. `year` is the year of the previous heading. */
export function dayHeading(date: string | null, year?: string): string {
  return `${date === null ? TODAY : formatDay(date, year)}:\n`;
}

/** Whether a text could be mistaken for a day heading. */
export function looksLikeDayHeading(text: string): boolean {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length <= MAX_HEADING_LENGTH && DAY_WORDS.test(plain.replace(/ ?[:：]*$/, ''));
}
