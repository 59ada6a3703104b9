/** Runs npm: the one that started this process, if there is one. */
const { runQuietly } = require('../terminal/command.js');

/** Installs what the lock file in `folder` says; on failure throws an ActionableError with `sentence` and the last lines of npm's output. */
function installLocked(folder, { sentence, more = [] }) {
  const npm = process.env.npm_execpath;
  const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  runQuietly(program, [...first, 'ci', '--no-audit', '--no-fund', ...more], { cwd: folder, sentence });
}

module.exports = { installLocked };
