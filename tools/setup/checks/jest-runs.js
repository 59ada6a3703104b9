/** Runs Jest on this terminal and counts what it found. */
const { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { openly } = require('../terminal/command.js');
const { root } = require('../paths.js');

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

const endToEndEnding = '.e2e.spec.ts';

/** The names of the end-to-end tests that there are: e2e/turns.e2e.spec.ts is `turns`. */
const endToEndNames = () =>
  readdirSync(join(root, 'e2e'))
    .filter((file) => file.endsWith(endToEndEnding))
    .map((file) => file.slice(0, -endToEndEnding.length));

/** A test says that it waits for no timeout by being PATIENT (e2e/support/patient.ts). */
const waitsForNoTimeout = (name) =>
  /\bPATIENT\b/.test(readFileSync(join(root, 'e2e', `${name}${endToEndEnding}`), 'utf8'));

const stacks = (names, how) => [
  ...['--selectProjects', 'e2e', '--testTimeout=120000', how],
  `--testPathPatterns=e2e/(${names.join('|')})\\.e2e`,
];

/**
 * The rings of whole stacks. Where leases run out after two seconds and attempts are counted, a neighbour would be counted
 * too: those stacks have the machine to themselves. The others, which mostly wait, are two at a time.
 */
function endToEnd(names = endToEndNames()) {
  const [side, alone] = [names.filter(waitsForNoTimeout), names.filter((name) => !waitsForNoTimeout(name))];
  return [
    ...(side.length ? [stacks(side, '--maxWorkers=2')] : []),
    ...(alone.length ? [stacks(alone, '--runInBand')] : []),
  ];
}

const counted = (results) => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  broken: results.reduce((sum, { broken }) => sum + broken, 0),
});

module.exports = { runJest, endToEnd, endToEndNames, counted };
