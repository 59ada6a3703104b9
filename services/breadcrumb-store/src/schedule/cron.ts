import { timeZoneIssues, type Issue, type ScheduleV1 } from '@crumbtrail/contracts';
import { Cron } from 'croner';
import { changesNear, instantOf, wallTime } from './wall-clock';

/** The fields that decide when a schedule fires. */
export type Times = Pick<ScheduleV1, 'cron' | 'time_zone'>;

/** A rule without a time after this one never fires: rules are the same from century to century. */
const SOME_TIME = Date.parse('2026-01-01T00:00:00.000Z');

/** Limits the search: a rule that never fires would be searched for a thousand years. */
const YEARS = '2000-2199';

const fieldsOf = (cron: string): string[] => cron.trim().split(/\s+/);

/** The parsed rule of a schedule. All times are milliseconds. */
export interface CronRule {
  /** The first time after another; null: there is none. */
  next(after: number): number | null;
  /** At least the last `count` times before another, as far as there are so many. */
  previous(before: number, count: number): number[];
}

function parse(cron: string, timezone: string): Cron {
  const fields = fieldsOf(cron);
  const whole = [...(fields.length === 5 ? ['0'] : []), ...fields, YEARS].join(' ');
  // Paused and without a function, a Cron is only a rule, and starts no timer.
  return new Cron(whole, { timezone, mode: '7-part', paused: true });
}

/** A rule for every hour counts the time that passes: after a change of the clocks it fires in both hours, and none is missing. */
const isForEveryHour = (cron: string): boolean => /^\*(?:\/1)?$/.test(fieldsOf(cron).at(-4) ?? '');

const everyHour = (rule: Cron): CronRule => ({
  next: (after) => rule.nextRun(new Date(after))?.getTime() ?? null,
  previous: (before, count) => rule.previousRuns(count, new Date(before)).map((time) => time.getTime()),
});

/** So far may a zone move its clocks, milliseconds: Samoa left out a day. */
const LONGEST_CHANGE_MS = 25 * 3_600_000;

/** A rule for certain hours names times of the clock: each comes once, the first of two, and those that the clocks skip come at the change. */
class ClockRule implements CronRule {
  constructor(
    private readonly rule: Cron,
    private readonly time_zone: string,
  ) {}

  next(after: number): number | null {
    const margin = changesNear(after, this.time_zone) ? LONGEST_CHANGE_MS : 0;
    let wall: Date | null = new Date(wallTime(after, this.time_zone) - margin);
    for (wall = this.rule.nextRun(wall); wall !== null; wall = this.rule.nextRun(wall)) {
      const instant = instantOf(wall.getTime(), this.time_zone);
      if (instant > after) return instant;
    }
    return null;
  }

  /** Several times that the clocks skip are one, so more are asked for until there are enough. */
  previous(before: number, count: number): number[] {
    const from = new Date(wallTime(before, this.time_zone) + LONGEST_CHANGE_MS);
    for (let asked = count + 1; ; asked *= 2) {
      const walls = this.rule.previousRuns(asked, from);
      const instants = new Set(walls.map((wall) => instantOf(wall.getTime(), this.time_zone)));
      const found = [...instants].filter((instant) => instant < before);
      if (found.length >= count || walls.length < asked) return found;
    }
  }
}

/** Parses the rule of a schedule, which takes about 0.1 ms. Throws for one that {@link timeIssues} would refuse. */
export function parseTimes({ cron, time_zone = 'UTC' }: Times): CronRule {
  if (time_zone === 'UTC' || isForEveryHour(cron)) return everyHour(parse(cron, time_zone));
  return new ClockRule(parse(cron, 'UTC'), time_zone);
}

function cronProblem(cron: string): string | null {
  const { length } = fieldsOf(cron);
  if (length !== 5 && length !== 6)
    return `has ${length} fields; it needs minute, hour, day, month and weekday, optionally with seconds first`;
  try {
    return parseTimes({ cron }).next(SOME_TIME) === null ? 'never fires' : null;
  } catch (error) {
    return `cannot be parsed: ${describeError(error as Error, cron)}`;
  }
}

/** What is wrong with a rule. croner says of a 0 where counting begins with 1 that it is -1. */
function describeError({ message }: Error, cron: string): string {
  const [, field] = /^CronPattern: Invalid value for (day|month): -1$/.exec(message) ?? [];
  if (field === undefined) return message.replace(/^CronPattern: /, '');
  const shift = fieldsOf(cron).length - 5;
  const place = field === 'day' ? 2 + shift : 3 + shift;
  return `the field for the ${field}, "${fieldsOf(cron)[place]}", begins below 1; the fields are minute, hour, day, month and weekday`;
}

/** Validates a schedule's cron expression and time zone. Paths are JSON pointers into the schedule. */
export function timeIssues({ cron, time_zone }: Times): Issue[] {
  const problem = cronProblem(cron);
  const issues = problem === null ? [] : [{ path: '/cron', rule: 'cron', message: problem }];
  return [...issues, ...timeZoneIssues('/time_zone', time_zone)];
}

/**
 * The first time of a schedule after another; null if there is none. A time that a clock change skips is due at the change; one that it repeats comes once, unless
 * the rule is for every hour.
 */
export function nextAfter(rule: CronRule, after: string): string | null {
  const next = rule.next(Date.parse(after));
  return next === null ? null : new Date(next).toISOString();
}

/** The last times of a schedule up to and including `until`, oldest first. */
export function lastUntil(rule: CronRule, until: string, count: number): string[] {
  const end = Date.parse(until);
  // Cron works in whole seconds: times before the next second but after `until` are dropped below.
  return rule
    .previous(end + 1_000, count + 1)
    .filter((time) => time <= end)
    .sort((a, b) => a - b)
    .slice(-count)
    .map((time) => new Date(time).toISOString());
}
