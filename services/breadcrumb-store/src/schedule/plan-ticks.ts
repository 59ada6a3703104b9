import type { ScheduleV1 } from '@crumbtrail/contracts';
import { lastUntil, nextAfter, parseTimes, type CronRule } from './cron';

/** Missed times are counted up to this many: a tick that reports this many means this many or more. */
export const MAX_COUNTED = 1_000;
/** Maximum of missed ticks that are made up for at once. */
export const MAX_TICKS = 100;
/** A time that is later than this counts as missed, for schedules that skip missed times, milliseconds. */
export const ON_TIME_MS = 60_000;

/** One time of a schedule that fires. */
export interface PlannedTick {
  readonly due_at: string;
  /** Number of earlier, missed times that it represents. */
  readonly missed: number;
}

/** What happens when a schedule is due. */
export interface TickPlan {
  readonly ticks: readonly PlannedTick[];
  /** When it is due again; null for never. */
  readonly next: string | null;
}

interface DueTimes {
  readonly times: readonly string[];
  readonly counted: number;
}

/** The times from the first up to now; where there are very many, the last ones. */
function dueTimes(rule: CronRule, first: string, now: string): DueTimes {
  const times = [first];
  for (let at = nextAfter(rule, first); at !== null && at <= now; at = nextAfter(rule, at)) {
    times.push(at);
    if (times.length > MAX_COUNTED) return { times: lastUntil(rule, now, MAX_TICKS), counted: times.length };
  }
  return { times, counted: times.length };
}

function chooseTicks(schedule: ScheduleV1, { times, counted }: DueTimes, now: string): PlannedTick[] {
  const last = times.at(-1) as string;
  if (schedule.missed === 'all') {
    const kept = times.slice(-MAX_TICKS);
    return kept.map((due_at, at) => ({ due_at, missed: at === 0 ? counted - kept.length : 0 }));
  }
  if (schedule.missed === 'skip') {
    return Date.parse(now) - Date.parse(last) <= ON_TIME_MS ? [{ due_at: last, missed: 0 }] : [];
  }
  return [{ due_at: last, missed: counted - 1 }];
}

/** The ticks of a schedule that was due at `first`, by its own rule for missed times, and when it is due next. */
export function planTicks(schedule: ScheduleV1, first: string, now: string): TickPlan {
  const rule = parseTimes(schedule);
  return { ticks: chooseTicks(schedule, dueTimes(rule, first, now), now), next: nextAfter(rule, now) };
}

/** When a new or changed schedule is due first; null while it is disabled. */
export const firstDue = (schedule: ScheduleV1, now: string): string | null =>
  schedule.enabled === false ? null : nextAfter(parseTimes(schedule), now);
