/** Runs LangChain.js in its own process and package, and communicates with it in lines of JSON. */
const { spawn, spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { createInterface } = require('node:readline');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the error class that is printed without a stack
const { ActionableError, printStep } = require('../setup/terminal/output.js');

const folder = join(__dirname, 'peers', 'langchain');

function install() {
  if (existsSync(join(folder, 'node_modules', '@langchain', 'core'))) return;
  printStep('installing LangChain.js beside the project, to measure it');
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8' });
  if (done.status !== 0)
    throw new ActionableError(
      `LangChain.js cannot be installed (${done.stderr.trim().split('\n').at(-1)}): use --no-peer to leave it out.`,
    );
}

/** Starts the process with its documents loaded; `build(question)` resolves to { milliseconds, tokens }. */
async function startLangChain(documents) {
  install();
  const child = spawn(process.execPath, ['--max-old-space-size=8192', join(folder, 'peer.js')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.resolve(JSON.parse(line)));
  child.once('exit', (code) => waiting.forEach(({ reject }) => reject(new Error(`the peer ended with ${code}`))));
  const ask = (message) =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      child.stdin.write(`${JSON.stringify(message)}\n`);
    });
  await ask(documents);
  return { build: ask, stop: () => child.stdin.end() };
}

module.exports = { startLangChain };
