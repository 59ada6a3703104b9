/** What `npm test` and `npm run test:all` run, in order, and what they print at the end. */
const { join } = require('node:path');
const { ensureDependencies } = require('../install/dependencies.js');
const { ensureBuild } = require('../install/build.js');
const { root } = require('../paths.js');
const { ensureChromium } = require('../programs/chromium.js');
const { ensureNatsServer } = require('../programs/nats-server.js');
const { runCaptured } = require('../terminal/command.js');
const { printStep } = require('../terminal/output.js');
const { CORE_SPECS, SLOW_INTEGRATION_SPECS } = require('./core-specs.js');
const { STORE_USERS, namesOnEmbedded } = require('./databases.js');
const { runJest, runOfAll, sumResults } = require('./jest-runs.js');
const { Phases } = require('./phases.js');
const { describeSlowest } = require('./spec-times.js');
const { describeUnstable, runWithSecondRun } = require('./second-run.js');
const { testEnvironment } = require('./test-environment.js');

const bin = (name) => `node_modules/${name}`;
const depcruise = bin('dependency-cruiser/bin/dependency-cruise.mjs');
const eslint = bin('eslint/bin/eslint.js');
// The longest first, so that the two parallel queues end at about the same time.
const STATIC_CHECKS = [
  ['style, sizes, boundaries between packages', [eslint, '.']],
  ['layers inside packages', [depcruise, '--config', '.dependency-cruiser.cjs', 'libs', 'services', 'tools', 'e2e']],
  ['folders inside packages', [depcruise, '--config', 'tools/lint/folders.cjs', 'libs', 'services']],
  ['names of types and functions', ['tools/lint/names.mjs']],
  ['types, specs included', [bin('@typescript/native/bin/tsc'), '--build']],
];

/** Reads the types of every file: `npm run lint` and `npm run test:all` run it. */
const PROMISE_CHECK = [
  'no promise is ignored',
  [bin('oxlint/bin/oxlint'), '-c', 'tools/lint/promises.json', 'libs', 'services', 'e2e'],
];

/** Runs one check and prints its result; resolves to its name when it failed. */
async function runStaticCheck([name, args], env) {
  const { code, text } = await runCaptured(process.execPath, args, { cwd: root, env });
  printStep(`${code === 0 ? 'ok' : 'FAILED'}: ${name}`);
  if (code !== 0) console.error(`\n${text}\n`);
  return code === 0 ? undefined : name;
}

/** Runs the checks, two at a time, even after one has failed; resolves to the names of those that failed. */
async function runStaticChecks(checks, env) {
  const waiting = [...checks];
  const failed = [];
  const work = async () => {
    while (waiting.length) failed.push(await runStaticCheck(waiting.shift(), env));
  };
  await Promise.all([work(), work()]);
  return failed.filter(Boolean);
}

const PROGRAMS = ['nats-server', 'chromium'];

/** Installs, builds and fetches what tests need, the programs while npm installs; resolves to the environment of tests. */
async function setUp(phases, programs = PROGRAMS) {
  const fetched = runCaptured(process.execPath, [join(root, 'tools/setup/programs/fetch.js'), ...programs]);
  await phases.measure('dependencies', ensureDependencies);
  await phases.measure('build', ensureBuild);
  return phases.measure(programs.join(', '), async () => {
    await fetched;
    const server = await ensureNatsServer();
    const browser = ensureChromium();
    printStep(
      `testing with nats-server ${server.version.join('.')} (from ${server.from}) and Chromium ${browser.version} (from ${browser.from})`,
    );
    return { NATS_SERVER_BIN: server.file, CHROMIUM_BIN: browser.file };
  });
}

/** Prints the failed checks, the unstable tests, the slowest spec files, the phases and the counts; sets the exit code. */
function report({ phases, failed, results }) {
  const { passed, broken } = sumResults(results);
  for (const name of failed) console.error(`failed: ${name}`);
  for (const lines of describeUnstable(results)) console.error(`\n${lines}`);
  console.log(`\n${describeSlowest(results).join('\n')}`);
  console.log(`\n${phases.table()}\n`);
  console.log(`${passed} passed, ${broken + failed.length} failed`);
  process.exitCode = broken + failed.length > 0 || results.some(({ code }) => code !== 0) ? 1 : 0;
}

/** Runs Jest, and what fails once more; with further arguments for Jest, `more`, only once. */
const runSpecs = (run, { env, more = [] }) =>
  more.length > 0 ? runJest([...run, ...more], env) : runWithSecondRun(run, env);

/** `npm test`: everything but the end-to-end specs outside the core. With arguments: only Jest, with these arguments. */
async function runCoreChecks(args = process.argv.slice(2)) {
  const phases = new Phases();
  const env = testEnvironment(process.env, await setUp(phases));
  if (args.length > 0) {
    const result = await phases.measure('tests', () => runSpecs([], { env, more: args }));
    return report({ phases, failed: [], results: [result] });
  }
  const failed = await phases.measure('lint, types, contracts', () => runStaticChecks(STATIC_CHECKS, env));
  const run = runOfAll({ endToEnd: CORE_SPECS, withoutIntegration: SLOW_INTEGRATION_SPECS });
  const result = await phases.measure('unit, integration, core of end to end', () => runSpecs(run, { env }));
  report({ phases, failed, results: [result] });
}

/** `npm run test:all`: everything; each end-to-end spec on the embedded database, on Postgres, or on both. Arguments reach every run of Jest. */
async function runEveryCheck(more = process.argv.slice(2)) {
  const { withPostgres, postgresRun } = require('./postgres-checks.js');
  const phases = new Phases();
  const programs = process.env.DATABASE_URL ? PROGRAMS : [...PROGRAMS, 'postgres'];
  const env = testEnvironment(process.env, await setUp(phases, programs));
  const failed = await phases.measure('lint, types, contracts', () =>
    runStaticChecks([PROMISE_CHECK, ...STATIC_CHECKS], env),
  );
  const run = runOfAll({ endToEnd: namesOnEmbedded(), withoutProjects: STORE_USERS });
  const embedded = await phases.measure('unit, integration, end to end: embedded database', () =>
    runSpecs(run, { env, more }),
  );
  const postgres = await phases.measure('store, its users, end to end: Postgres', () =>
    withPostgres(process.env.DATABASE_URL, (url) =>
      runSpecs(postgresRun(), { env: { ...env, DATABASE_URL: url }, more }),
    ),
  );
  report({ phases, failed, results: [embedded, postgres] });
}

module.exports = { runCoreChecks, runEveryCheck };
