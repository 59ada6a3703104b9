/** How much memory and disk a stack takes. */
const { existsSync, readFileSync } = require('node:fs');
const { readOutput } = require('../terminal/command.js');

function kibibytes(pid) {
  const status = `/proc/${pid}/status`;
  if (existsSync(status)) return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] ?? 0);
  return Number(readOutput('ps', ['-o', 'rss=', '-p', `${pid}`]) ?? 0);
}

/** Memory of all processes and size of the home, both in MB. */
function footprint(stack) {
  const used = [process.pid, ...Object.values(stack.pids())].reduce((sum, pid) => sum + kibibytes(pid), 0);
  const disk = Number.parseInt(readOutput('du', ['-sk', stack.home]) ?? '0', 10);
  return { mebibytes: Math.round(used / 1024), disk: Math.round(disk / 1024) };
}

module.exports = { footprint };
