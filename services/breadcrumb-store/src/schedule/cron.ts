import type { Issue, ScheduleV1 } from '@crumbtrail/contracts';
import { Cron } from 'croner';
import { LRUCache } from 'lru-cache';

/** When a schedule's times come. */
export type Times = Pick<ScheduleV1, 'cron' | 'time_zone'>;

const parsed = new LRUCache<string, Cron>({ max: 500 });
/** What comes after it comes at all: rules are the same from century to century. */
const SOME_TIME = new Date('2026-01-01T00:00:00.000Z');

/** Further ahead nothing is looked for: a rule that never comes would be looked for a thousand years. */
const YEARS = '2000-2199';

const fieldsOf = (cron: string): string[] => cron.trim().split(/\s+/);

/** Without a function and paused, it is a rule that can be asked, and no timer. */
function parse({ cron, time_zone = 'UTC' }: Times): Cron {
  const key = `${time_zone}\n${cron}`;
  const known = parsed.get(key);
  if (known) return known;
  const fields = fieldsOf(cron);
  const whole = [...(fields.length === 5 ? ['0'] : []), ...fields, YEARS].join(' ');
  const made = new Cron(whole, { timezone: time_zone, mode: '7-part', paused: true });
  parsed.set(key, made);
  return made;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

function cronProblem(cron: string): string | null {
  const { length } = fieldsOf(cron);
  if (length !== 5 && length !== 6)
    return `has ${length} fields; minute, hour, day, month, weekday are needed, seconds may come first`;
  try {
    return parse({ cron }).nextRun(SOME_TIME) === null ? 'never comes' : null;
  } catch (error) {
    return `cannot be read: ${(error as Error).message.replace(/^CronPattern: /, '')}`;
  }
}

/** What is wrong with a schedule's times. Paths are pointers into the schedule. */
export function timeIssues({ cron, time_zone }: Times): Issue[] {
  const problem = cronProblem(cron);
  const issues: Issue[] = problem === null ? [] : [{ path: '/cron', rule: 'cron', message: problem }];
  if (time_zone !== undefined && !isTimeZone(time_zone)) {
    const message = `is no time zone: ${time_zone}; give an IANA name, such as Europe/Berlin`;
    issues.push({ path: '/time_zone', rule: 'time_zone', message });
  }
  return issues;
}

/** The first time of a schedule after another; null where none comes. Times of a day that a change of clocks skips come at the change. */
export function nextAfter(times: Times, after: string): string | null {
  return parse(times).nextRun(new Date(after))?.toISOString() ?? null;
}

/** The last times of a schedule up to and with `until`, oldest first. */
export function lastUntil(times: Times, until: string, count: number): string[] {
  const end = Date.parse(until);
  // Whole seconds: what comes before the next second but after `until` is left out.
  const before = parse(times).previousRuns(count + 1, new Date(end + 1_000));
  const found = before.map((time) => time.getTime()).filter((time) => time <= end);
  return found
    .sort((a, b) => a - b)
    .slice(-count)
    .map((time) => new Date(time).toISOString());
}
