/** What `npm run drill -- <name>` runs: one file of e2e/drills, which is in no other run. */
const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const { prepare } = require('../install/prepare.js');
const { root } = require('../paths.js');
const { ActionableError } = require('../terminal/output.js');
const { runJest } = require('./jest-runs.js');
const { testEnvironment } = require('./test-environment.js');

const folder = join(root, 'e2e/drills');
const suffix = '.drill.ts';
const drillNames = () =>
  readdirSync(folder)
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length));

async function runDrill([name, ...args] = process.argv.slice(2)) {
  const names = drillNames();
  if (!names.includes(name)) throw new ActionableError(`Choose a drill: npm run drill -- ${names.join('|')}`);
  const nats = await prepare({ ownServer: true });
  const env = testEnvironment(process.env, { NATS_SERVER_BIN: nats.file });
  const config = ['-c', join(folder, 'jest.config.js'), '--runInBand'];
  const { code } = await runJest([...config, `/${name}\\${suffix}$`, ...args], env);
  process.exitCode = code;
}

module.exports = { runDrill };
