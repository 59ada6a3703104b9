import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { formatDuration } from '@crumbtrail/formatting';
import { HELD_LIMIT_MS, HELD_MESSAGE, type HeldFields } from '@crumbtrail/platform/held-message';
import { groupBy } from '../group-by';
import { type Finding, note, ok, problem } from './finding';
import type { Machine } from './machine';

/** Holds that began in this time count. */
const WITHIN_MS = 3_600_000;
/** As many holds by the same handler are usual for it. */
const USUAL = 3;
/** What is read of the end of each log. */
const TAIL_BYTES = 1_000_000;

/** A log line about a held event loop. */
export type HeldLine = HeldFields & { readonly time: string };

function readTail(file: string): string {
  const opened = openSync(file, 'r');
  try {
    const { size } = fstatSync(opened);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(opened, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString();
  } finally {
    closeSync(opened);
  }
}

/** Undefined where a line was cut off. */
function parseLine(line: string): HeldLine | undefined {
  try {
    return JSON.parse(line) as HeldLine;
  } catch {
    return undefined;
  }
}

/** The lines about held event loops in the logs of the stack of this folder; undefined where there are no logs. */
export function readHeldLines({ home }: Pick<Machine, 'home'>): HeldLine[] | undefined {
  const folder = join(home, 'logs');
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder).filter((file) => file.endsWith('.log'));
  const lines = files.flatMap((file) => readTail(join(folder, file)).split('\n'));
  return lines.filter((line) => line.includes(HELD_MESSAGE)).flatMap((line) => parseLine(line) ?? []);
}

/** A thread that waited for most of the time was held up by a busy machine, or by a slow disk. */
const hasComputed = ({ held_ms, processor_ms = held_ms }: HeldLine): boolean => processor_ms >= held_ms / 2;

const nameOf = ({ station, handler }: HeldLine): string => `${station}, ${handler ?? 'an unknown handler'}`;

function describeHolder(lines: readonly HeldLine[]): Finding {
  const longest = lines.reduce((most, line) => (line.held_ms > most.held_ms ? line : most));
  const says =
    `held the event loop ${lines.length === 1 ? 'once' : `${lines.length} times`} in the last hour, ` +
    `${formatDuration(longest.held_ms)} at the longest${longest.at === undefined ? '' : `, in ${longest.at}`}`;
  if (lines.length < USUAL) return note(nameOf(longest), says);
  return problem(
    nameOf(longest),
    says,
    'All services of its process wait meanwhile. SERVICES_PER_PROCESS=1 gives each its own; please report what it worked on.',
  );
}

/** Reports which handlers held an event loop by computing in the last hour. */
export function checkEventLoop(lines: readonly HeldLine[], nowMs: number): Finding[] {
  const recent = lines.filter((line) => hasComputed(line) && nowMs - Date.parse(line.time) < WITHIN_MS);
  if (recent.length === 0)
    return [ok('event loop', `nothing held it for ${formatDuration(HELD_LIMIT_MS)} in the last hour`)];
  return groupBy(recent, nameOf).map(describeHolder);
}
