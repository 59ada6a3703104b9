/** Processor time of processes, which other work on the machine changes less than the time that passes. Linux only. */
const { readdirSync, readFileSync } = require('node:fs');

const NANOSECONDS = 1e6;

function ofThread(pid, thread) {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / NANOSECONDS;
  } catch {
    // The thread has ended since it was listed.
    return 0;
  }
}

function threadsOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Milliseconds that the running threads of processes have had a processor; those that have ended count 0. */
const processorMilliseconds = (pids) =>
  pids.reduce((sum, pid) => sum + threadsOf(pid).reduce((all, thread) => all + ofThread(pid, thread), 0), 0);

module.exports = { processorMilliseconds };
