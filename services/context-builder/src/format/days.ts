/** How times are told apart by day. */
export interface ContextDays {
  /** The day of the build, `2026-05-08`; it needs no heading. */
  readonly today: string;
  /** The day of an ISO time. */
  readonly dayOf: (iso: string) => string;
}

/** The day of an ISO time in UTC, `2026-05-08`. */
export const utcDay = (iso: string): string => iso.slice(0, 10);

function dayIn(timeZone: string): ContextDays['dayOf'] {
  // Swedish writes a date as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (iso) => format.format(new Date(iso));
}

/** The days of a context that is built now, in the zone of its plan. Default: UTC. */
export function contextDays(now: string, timeZone?: string): ContextDays {
  const dayOf = timeZone === undefined ? utcDay : dayIn(timeZone);
  return { today: dayOf(now), dayOf };
}
