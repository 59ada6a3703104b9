/** What `npm test` runs, in order, and what it says at the end. */
const { ensureChromium } = require('../programs/chromium.js');
const { apart } = require('../terminal/command.js');
const { runJest, endToEnd, counted } = require('./jest-runs.js');
const { root } = require('../paths.js');
const { prepare } = require('../install/prepare.js');
const { say } = require('../terminal/output.js');
const { testEnv } = require('./test-environment.js');

const bin = (name) => `node_modules/${name}`;
// The longest first, so that two at a time end together.
const steps = [
  [
    'no promise is left unheard',
    [bin('eslint/bin/eslint.js'), '-c', 'tools/lint/promises.config.mjs', 'libs', 'services', 'e2e'],
  ],
  ['style, sizes, boundaries between packages', [bin('eslint/bin/eslint.js'), '.']],
  [
    'rooms inside packages',
    [
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['--config', '.dependency-cruiser.cjs', 'libs', 'services', 'tools', 'e2e'],
    ],
  ],
  ['types, specs included', [bin('@typescript/native/bin/tsc'), '--build']],
  ['contracts: printed and examples', ['tools/schemas/print.mjs', '--check']],
  ["permissions of Docker Compose's broker", ['tools/setup/stack/compose-nats.mjs', '--check']],
];

/** Runs one step; its name when it failed, with all that it said on the terminal. */
async function runStep([name, args], env) {
  const { code, text } = await apart(process.execPath, args, { cwd: root, env });
  say(`${code === 0 ? 'well' : 'NOT WELL'}: ${name}`);
  if (code !== 0) console.error(`\n${text}\n`);
  return code === 0 ? undefined : name;
}

/** Runs all steps, two at a time, whatever became of the others; resolves to the names of those that failed. */
async function runSteps(env) {
  const waiting = [...steps];
  const failed = [];
  const work = async () => {
    while (waiting.length) failed.push(await runStep(waiting.shift(), env));
  };
  await Promise.all([work(), work()]);
  return failed.filter(Boolean);
}

/** Everything; with arguments, only Jest with those arguments. */
async function runChecks(args = process.argv.slice(2)) {
  const server = await prepare({ ownServer: true });
  const browser = ensureChromium();
  const env = testEnv(process.env, { NATS_SERVER_BIN: server.file, CHROMIUM_BIN: browser.file });
  say(
    `checking and testing with nats-server ${server.version.join('.')} (from ${server.from}) and Chromium ${browser.version} (from ${browser.from})`,
  );
  const failed = args.length ? [] : await runSteps(env);
  const rings = args.length ? [args] : [['--ignoreProjects', 'e2e', '--maxWorkers=2'], ...endToEnd()];
  const results = [];
  for (const ring of rings) results.push(await runJest(ring, env));
  const { passed, broken } = counted(results);
  for (const name of failed) console.error(`failed: ${name}`);
  console.log(`${passed} passed, ${broken + failed.length} failed`);
  process.exitCode = broken + failed.length > 0 || results.some(({ code }) => code !== 0) ? 1 : 0;
}

module.exports = { runChecks };
