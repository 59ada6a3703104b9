const TOKEN = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|dddd|ddd|DD|D|HH|H|hh|h|mm|m|ss|s|A|a/g;

/** A moment and the zone that it is shown in: an IANA name. */
export interface ShownTime {
  readonly at: Date;
  readonly timeZone: string;
}

type Parts = Readonly<Record<string, string>>;

function partsOf({ at, timeZone }: ShownTime): Parts {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    weekday: 'long',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const month = new Intl.DateTimeFormat('en-US', { timeZone, month: 'numeric' }).format(at);
  return { ...Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value])), number: month };
}

const two = (value: string | number): string => String(Number(value)).padStart(2, '0');
const one = (value: string | number): string => String(Number(value));

const READ: Readonly<Record<string, (parts: Parts) => string>> = {
  YYYY: ({ year = '' }) => year.padStart(4, '0'),
  YY: ({ year = '' }) => year.slice(-2),
  MMMM: ({ month = '' }) => month,
  MMM: ({ month = '' }) => month.slice(0, 3),
  MM: ({ number = '' }) => two(number),
  M: ({ number = '' }) => number,
  dddd: ({ weekday = '' }) => weekday,
  ddd: ({ weekday = '' }) => weekday.slice(0, 3),
  DD: ({ day = '' }) => two(day),
  D: ({ day = '' }) => one(day),
  HH: ({ hour = '' }) => two(hour),
  H: ({ hour = '' }) => one(hour),
  hh: ({ hour = '' }) => two(Number(hour) % 12 || 12),
  h: ({ hour = '' }) => one(Number(hour) % 12 || 12),
  mm: ({ minute = '' }) => two(minute),
  m: ({ minute = '' }) => one(minute),
  ss: ({ second = '' }) => two(second),
  s: ({ second = '' }) => one(second),
  A: ({ hour = '' }) => (Number(hour) < 12 ? 'AM' : 'PM'),
  a: ({ hour = '' }) => (Number(hour) < 12 ? 'am' : 'pm'),
};

/** A moment in a pattern of YYYY, MM, DD, dddd, HH, mm and so on. Text in brackets stays as it is. */
export function formatTime(shown: ShownTime, pattern: string): string {
  const parts = partsOf(shown);
  return pattern.replace(TOKEN, (token, literal?: string) => literal ?? READ[token]?.(parts) ?? token);
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A duration in its largest unit: `3 hours`. Under a minute it is `a moment`. */
export function wordDuration(milliseconds: number): string {
  const [name, size] = UNITS.find(([, unit]) => milliseconds >= unit) ?? [];
  if (name === undefined || size === undefined) return 'a moment';
  const count = Math.floor(milliseconds / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
