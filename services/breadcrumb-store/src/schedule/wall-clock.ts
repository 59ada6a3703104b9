const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(time_zone: string): Intl.DateTimeFormat {
  const known = formats.get(time_zone);
  if (known) return known;
  const fields = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const;
  const format = new Intl.DateTimeFormat('en-US', { ...fields, timeZone: time_zone, hourCycle: 'h23', era: 'short' });
  formats.set(time_zone, format);
  return format;
}

/** What clocks of a zone show at an instant, as if it were UTC, in whole seconds. All in milliseconds. */
export function wallTime(instant: number, time_zone: string): number {
  if (time_zone === 'UTC') return Math.floor(instant / 1_000) * 1_000;
  const parts = Object.fromEntries(
    formatOf(time_zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const offsetAt = (instant: number, time_zone: string): number =>
  wallTime(instant, time_zone) - Math.floor(instant / 1_000) * 1_000;

/** Whether the clocks of a zone change within a day before or after an instant. */
export const changesNear = (instant: number, time_zone: string): boolean =>
  offsetAt(instant - DAY_MS, time_zone) !== offsetAt(instant + DAY_MS, time_zone);

/** The first instant in (from, until] with another offset than `from` has. */
function changeBetween(from: number, until: number, time_zone: string): number {
  const before = offsetAt(from, time_zone);
  let [low, high] = [from, until];
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000;
    if (offsetAt(middle, time_zone) === before) low = middle;
    else high = middle;
  }
  return Math.ceil(high / 1_000) * 1_000;
}

/** The instant at which clocks of a zone show a time: of two the first, and of none, because the clocks skip it, that of the change. */
export function instantOf(wall: number, time_zone: string): number {
  const [before, after] = [offsetAt(wall - DAY_MS, time_zone), offsetAt(wall + DAY_MS, time_zone)];
  const found = [before, after].map((offset) => wall - offset).filter((one) => wallTime(one, time_zone) === wall);
  return found.length > 0
    ? Math.min(...found)
    : changeBetween(wall - before - DAY_MS, wall - after + DAY_MS, time_zone);
}
