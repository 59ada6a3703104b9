/** What `npm test` runs, in order, and what it says at the end. */
const { openly } = require('./command.js');
const { runJest, endToEnd, counted } = require('./jest.js');
const { root } = require('./places.js');
const { prepare } = require('./prepare.js');
const { say } = require('./say.js');
const { testEnv } = require('./test-env.js');

const bin = (name) => `node_modules/${name}`;
const steps = [
  ['style, sizes and boundaries between packages', [bin('eslint/bin/eslint.js'), '.']],
  [
    'rooms inside packages',
    [
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['--config', '.dependency-cruiser.cjs', 'libs', 'services', 'tools', 'e2e'],
    ],
  ],
  [
    'that no promise is left unheard',
    [bin('eslint/bin/eslint.js'), '-c', 'tools/lint/promises.config.mjs', 'libs', 'services', 'e2e'],
  ],
  ['contracts', ['tools/schemas/print.mjs', '--check']],
  ["the broker's permissions in Docker Compose", ['tools/setup/compose-nats.mjs', '--check']],
  ['types, specs included', [bin('@typescript/native/bin/tsc'), '--build']],
];

/** Runs each step whatever became of the one before; resolves to the names of those that failed. */
async function runSteps(env) {
  const failed = [];
  for (const [name, args] of steps) {
    say(`checking ${name}`);
    if ((await openly(process.execPath, args, { cwd: root, env })) !== 0) failed.push(name);
  }
  return failed;
}

/** Everything; with arguments, only Jest with those arguments. */
async function runChecks(args = process.argv.slice(2)) {
  const server = await prepare({ ownServer: true });
  const env = testEnv(process.env, { NATS_SERVER_BIN: server.file });
  const failed = args.length ? [] : await runSteps(env);
  const rings = args.length ? [args] : [['--ignoreProjects', 'e2e', '--maxWorkers=2'], endToEnd];
  const results = [];
  for (const ring of rings) results.push(await runJest(ring, env));
  const { passed, broken } = counted(results);
  for (const name of failed) console.error(`failed: ${name}`);
  console.log(`${passed} passed, ${broken + failed.length} failed`);
  process.exitCode = broken + failed.length > 0 || results.some(({ code }) => code !== 0) ? 1 : 0;
}

module.exports = { runChecks };
