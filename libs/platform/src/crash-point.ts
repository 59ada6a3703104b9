import { writeSync } from 'node:fs';
import { crashAt } from './config';

/** How often the wanted place was reached: by the process, because it is the process that dies. */
const reached = new Map<string, number>();

/**
 * Kills this process with SIGKILL when `CRASH_AT` names this place (`name`, or `name:n` for the nth time); does nothing otherwise. Crash
 * tests use it to kill the process exactly between two steps; they recognise it by its last line on stderr.
 */
export function crashPoint(name: string): void {
  const [wanted, count = '1'] = (crashAt() ?? '').split(':');
  if (wanted !== name) return;
  const times = (reached.get(name) ?? 0) + 1;
  reached.set(name, times);
  if (times < Number(count)) return;
  writeSync(process.stderr.fd, `dying at ${name}\n`);
  process.kill(process.pid, 'SIGKILL');
}
