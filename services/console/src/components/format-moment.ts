import type { TimeSetting } from '../hooks/use-time-setting';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;
const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** What has passed between two moments: `5 min. ago`, `yesterday`. */
function formatRelative(ms: number): string {
  const [unit, size] = UNITS.find(([, length]) => Math.abs(ms) >= length) ?? (['second', 1_000] as const);
  return relativeFormat.format(Math.trunc(ms / size), unit);
}

const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const SHAPES = {
  time: { ...CLOCK, timeZoneName: 'short' },
  timeAndDay: { ...CLOCK, ...DAY, timeZoneName: 'short' },
  day: DAY,
} as const;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are kept: to make one takes longer than to use it a hundred times. */
function formatOf(timeZone: string | undefined, shape: keyof typeof SHAPES): Intl.DateTimeFormat {
  const key = `${timeZone ?? ''} ${shape}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, ...SHAPES[shape] });
  formats.set(key, made);
  return made;
}

/** A moment as the setting says, with its zone, and with the date unless it is today; `timeZone` is that of the reader, of the browser if absent. */
export function formatMoment(at: string, setting: TimeSetting, now: Date, timeZone?: string): string {
  const moment = new Date(at);
  if (setting === 'relative') return formatRelative(moment.getTime() - now.getTime());
  const zone = setting === 'UTC' ? 'UTC' : timeZone;
  const day = formatOf(zone, 'day');
  return formatOf(zone, day.format(moment) === day.format(now) ? 'time' : 'timeAndDay').format(moment);
}
