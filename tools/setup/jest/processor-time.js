/** The processor time of this process and of the child processes that it has seen end. */
const { readFileSync } = require('node:fs');

/** Linux counts the time of processes in hundredths of a second, whatever its clock. */
const TICK_MS = 10;
/** Behind the name, which may hold blanks: user and system time of the children that have ended. */
const CHILDREN = [13, 14];

/** Of the children that have ended, in milliseconds; 0 where the system has no /proc. */
function childrenMs() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
    return CHILDREN.reduce((sum, at) => sum + Number(fields[at]), 0) * TICK_MS;
  } catch {
    return 0;
  }
}

/** User and system time in milliseconds. */
function processorMs() {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1000) + childrenMs();
}

module.exports = { processorMs };
