import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

interface LockOwner {
  readonly pid: number;
  readonly started: string;
}

/** When a process started, as Linux records it: tells a reused pid from the old owner. Empty on other systems. */
function readStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive({ pid, started }: LockOwner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return started === '' || readStartTime(pid) === started;
}

function readOwner(path: string): LockOwner | null {
  const [pid, started = ''] = readFileSync(path, 'utf8').trim().split(' ');
  return pid && /^\d+$/.test(pid) ? { pid: Number(pid), started } : null;
}

function create(path: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, `${process.pid} ${readStartTime(process.pid)}\n`);
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Another live process owns the data directory. */
export class DataDirectoryLocked extends Error {
  override readonly name = 'DataDirectoryLocked';
}

/**
 * Takes the lock file for this process and returns the function that releases it. Throws {@link DataDirectoryLocked} where another
 * process has it; the lock of a dead process is taken over. PGlite itself lets two processes corrupt one directory.
 */
export function takeLock(path: string): () => void {
  if (!create(path)) {
    const owner = readOwner(path);
    if (owner && isAlive(owner)) {
      throw new DataDirectoryLocked(
        `The data directory is in use by process ${owner.pid} (${path}); stop it, or choose another with CRUMBTRAIL_HOME.`,
      );
    }
    rmSync(path, { force: true });
    if (!create(path)) throw new DataDirectoryLocked(`Another process has just taken the data directory (${path}).`);
  }
  return () => rmSync(path, { force: true });
}
