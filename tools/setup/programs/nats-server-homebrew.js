/** Homebrew's nats-server, installed only after a yes on the terminal. */
const { createInterface } = require('node:readline/promises');
const { runAttached, readOutput } = require('../terminal/command.js');

/** True when Homebrew is there, a person said yes, and the installation went well. */
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
