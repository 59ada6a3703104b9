/** The reason that a process logged before it died, as one sentence. */
const { existsSync, readFileSync } = require('node:fs');

const grave = new Set(['error', 'fatal']);

const parse = (line) => {
  try {
    return JSON.parse(line);
  } catch {
    return { msg: line };
  }
};

/** The last error in a log of JSON lines; without one, the last line that is not a stack frame. */
function findLastError(text) {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() && !/^\s+at |^Node\.js v|^[\s{}^]+$/.test(line))
    .slice(-40)
    .map(parse);
  const spoken =
    lines.findLast((line) => /could not start/.test(line.msg)) ??
    lines.findLast(({ level }) => grave.has(level)) ??
    lines.findLast((line) => /error/i.test(line.msg)) ??
    lines.at(-1);
  return spoken?.err?.message ?? spoken?.msg;
}

const readLastError = (file) =>
  existsSync(file) ? findLastError(readFileSync(file, 'utf8').slice(-20_000)) : undefined;

module.exports = { readLastError, findLastError };
