/** Whether a stack that starts still moves: a service became ready, a log grew, or a process used processor time. */
const { readFileSync, statSync } = require('node:fs');

/** Seconds without any movement after which a start is given up. */
const defaultStillSeconds = 180;

/** `START_STILL_S`: a whole number of seconds of at least 1. */
function stillSeconds({ START_STILL_S: wanted }) {
  const seconds = Number(wanted);
  return wanted && Number.isInteger(seconds) && seconds >= 1 ? seconds : defaultStillSeconds;
}

function logBytes(file) {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

/** Clock ticks that a process has used; undefined where the system does not say, such as on macOS. */
function usedTicks(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return undefined;
  }
}

/** Two hundredths of a second between two looks is what a process uses that only waits. */
const idleTicks = 2;

/** What a process has done so far. */
const observe = ({ pid, logFile, isReady }) => ({
  pid,
  isReady,
  bytes: logBytes(logFile),
  ticks: pid && usedTicks(pid),
});

/** Did it do anything between two looks? One that is ready already does not count: it answers the checks of those that are not. */
function moved(before, now) {
  if (before === undefined || before.pid !== now.pid || before.isReady !== now.isReady) return true;
  if (now.isReady) return false;
  return before.bytes !== now.bytes || (now.ticks ?? 0) - (before.ticks ?? 0) > idleTicks;
}

/** Follows the processes of a stack that starts. */
class StartProgress {
  #seen = new Map();

  /** True if anything has moved since the last look. */
  look(children) {
    let any = false;
    for (const child of children) {
      const now = observe(child);
      any = moved(this.#seen.get(child.name), now) || any;
      this.#seen.set(child.name, now);
    }
    return any;
  }
}

module.exports = { StartProgress, moved, stillSeconds };
