/** What `npm run test:faults` runs: e2e/faults, which no other run includes. */
const { join } = require('node:path');
const { parseArgs } = require('node:util');
const { prepare } = require('../install/prepare.js');
const { root } = require('../paths.js');
const { ensurePostgres } = require('../programs/postgres.js');
const { ActionableError } = require('../terminal/output.js');
const { runJest } = require('./jest-runs.js');
const { testEnvironment } = require('./test-environment.js');

const USE = 'npm run test:faults [-- --seed <number>] [--minutes <number> | --hours <number>] [--shared]';
const DEFAULT_MINUTES = 4;
const SHAPE = {
  seed: { type: 'string' },
  minutes: { type: 'string' },
  hours: { type: 'string' },
  shared: { type: 'boolean' },
};

/** The environment of the run that these arguments ask for. */
function faultSettings(args) {
  const { seed, minutes, hours, shared } = parseArgs({ args, options: SHAPE }).values;
  const seconds = hours === undefined ? Number(minutes ?? DEFAULT_MINUTES) * 60 : Number(hours) * 3_600;
  const isSeed = seed === undefined || /^\d+$/.test(seed);
  if (!isSeed || !(seconds > 0) || (hours !== undefined && minutes !== undefined))
    throw new ActionableError(`Give a whole number as seed, and either minutes or hours: ${USE}`);
  return {
    FAULTS_SECONDS: String(seconds),
    ...(seed === undefined ? {} : { FAULTS_SEED: seed }),
    ...(shared ? { FAULTS_SHARED: '1' } : {}),
  };
}

async function runFaultChecks(args = process.argv.slice(2)) {
  const settings = faultSettings(args);
  const server = await prepare({ ownServer: true });
  // Building Postgres takes longer than a test may wait for its database.
  ensurePostgres();
  const env = testEnvironment(process.env, { NATS_SERVER_BIN: server.file, ...settings });
  const config = join(root, 'e2e/faults/jest.config.js');
  const { code } = await runJest(['-c', config, '--runInBand'], env);
  process.exitCode = code;
}

module.exports = { faultSettings, runFaultChecks };
