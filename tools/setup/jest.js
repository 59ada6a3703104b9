/** Runs Jest on this terminal and counts what it found. */
const { existsSync, mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { openly } = require('./command.js');
const { root } = require('./places.js');

/** Resolves to { code, passed, broken }; a suite that could not run counts as one broken test. */
async function runJest(args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-jest-'));
  const file = join(folder, 'result.json');
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const all = [jest, '--passWithNoTests', '--json', `--outputFile=${file}`, ...args];
  const code = await openly(process.execPath, all, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const result = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 1, numRuntimeErrorTestSuites: 0 };
  rmSync(folder, { recursive: true });
  return { code, passed: result.numPassedTests, broken: result.numFailedTests + result.numRuntimeErrorTestSuites };
}

/** The ring of whole stacks: one at a time, and patient. */
const endToEnd = ['--selectProjects', 'e2e', '--runInBand', '--testTimeout=120000'];

const counted = (results) => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  broken: results.reduce((sum, { broken }) => sum + broken, 0),
});

module.exports = { runJest, endToEnd, counted };
