const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function describeSpan(ms: number): string {
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  return ms < DAY ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / DAY)} d`;
}

/** A time as seen from `now`, such as `3 min ago` or `in 2 h`; the day if it is more than 30 days away. What is no time is returned as it is. */
export function formatRelativeTime(time: string, now: number): string {
  const at = Date.parse(time);
  if (Number.isNaN(at)) return time;
  const ms = now - at;
  if (Math.abs(ms) < MINUTE) return 'just now';
  if (Math.abs(ms) >= 30 * DAY) return time.slice(0, 10);
  return ms > 0 ? `${describeSpan(ms)} ago` : `in ${describeSpan(-ms)}`;
}
