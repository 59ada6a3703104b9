/** Runs npm: the one that started this process, if there is one. */
const { runQuietly } = require('../terminal/command.js');

/** How to run npm: the program, and the arguments before the command. */
function npmProgram() {
  const npm = process.env.npm_execpath;
  return npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
}

const QUIET = ['--no-audit', '--no-fund'];

/** Runs npm and returns what it prints; on failure throws an ActionableError with `sentence` and the last lines of its output. */
function runNpm(args, options) {
  const [program, first] = npmProgram();
  return runQuietly(program, [...first, ...args], options);
}

/** Installs what the lock file in `folder` says into an empty node_modules; on failure throws an ActionableError with `sentence` and the last lines of npm's output. */
function installLocked(folder, { sentence, more = [] }) {
  runNpm(['ci', ...QUIET, ...more], { cwd: folder, sentence });
}

/**
 * Changes in an existing node_modules what differs from the lock file in `folder`, which stays as it is; on failure throws an ActionableError with
 * `sentence`. A lock file that does not fit package.json is not refused, so compare what is installed afterwards.
 */
function updateInstalled(folder, { sentence }) {
  runNpm(['install', '--no-save', ...QUIET], { cwd: folder, sentence });
}

module.exports = { installLocked, runNpm, updateInstalled };
