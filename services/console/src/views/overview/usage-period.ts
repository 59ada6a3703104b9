/** A period that usage is shown for. */
export interface UsagePeriod {
  readonly days: number;
  readonly from: string;
  readonly to: string;
}

/** The periods that can be chosen, in days. */
export const PERIODS = [1, 7, 30, 90] as const;
const USUAL = 7;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The chosen period up to the end of this minute, so that what is asked for stays the same for a while. An invalid choice is a week. */
export function readPeriod(text: string | null, now: number): UsagePeriod {
  const days = PERIODS.find((one) => String(one) === text) ?? USUAL;
  const to = Math.ceil(now / MINUTE_MS) * MINUTE_MS;
  return { days, from: new Date(to - days * DAY_MS).toISOString(), to: new Date(to).toISOString() };
}
