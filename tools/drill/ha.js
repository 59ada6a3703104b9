/** Ends NATS, Postgres and the store under load, and prints what was lost and for how long nothing was accepted: e2e/drills, which no other run includes. */
const { join } = require('node:path');
const { runJest } = require('../setup/checks/jest-runs.js');
const { testEnvironment } = require('../setup/checks/test-environment.js');
const { root } = require('../setup/paths.js');

module.exports = async function ha({ server, options }) {
  const env = testEnvironment(process.env, { NATS_SERVER_BIN: server.file });
  const config = join(root, 'e2e/drills/jest.config.js');
  const { code } = await runJest(['-c', config, '--runInBand', ...options], env);
  process.exitCode = code;
};
