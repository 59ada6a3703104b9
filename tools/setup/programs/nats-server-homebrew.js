/** Homebrew's nats-server, installed only after a person has confirmed it on the terminal. */
const { createInterface } = require('node:readline/promises');
const { runAttached, readOutput } = require('../terminal/command.js');

/** True when Homebrew exists, a person has confirmed, and the installation succeeded. */
async function fromHomebrew() {
  if (!process.stdin.isTTY || readOutput('brew', ['--version']) === undefined) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(
    'nats-server is missing. Install it with `brew install nats-server` (about 20 MB)? [y/N] ',
  );
  terminal.close();
  return /^y(es)?$/i.test(answer.trim()) && (await runAttached('brew', ['install', 'nats-server'])) === 0;
}

module.exports = { fromHomebrew };
