/** Runs Jest on this terminal and counts its results. */
const { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { root } = require('../paths.js');
const { runAttached } = require('../terminal/command.js');

/** Time to exit after the results are written, in milliseconds. */
const EXIT_WITHIN_MS = 60_000;

/**
 * Runs a Node program that writes its results to `file`, and resolves to its exit code. A program that has written them and does
 * not exit within `exitWithinMs`, because a test left a connection or a process open, is ended, and the code is 1.
 */
async function runUntilResults(args, { file, exitWithinMs = EXIT_WITHIN_MS, ...options }) {
  const timeout = new AbortController();
  const poll = setInterval(() => {
    if (existsSync(file) && Date.now() - statSync(file).mtimeMs > exitWithinMs) timeout.abort();
  }, exitWithinMs / 20);
  try {
    return await runAttached(process.execPath, args, { ...options, signal: timeout.signal });
  } catch (error) {
    if (!timeout.signal.aborted) throw error;
    console.error(
      `ended Jest: it did not exit within ${exitWithinMs / 1000} s after its tests, because one of them left a handle open`,
    );
    return 1;
  } finally {
    clearInterval(poll);
  }
}

/** Resolves to { code, passed, broken }; a suite that could not run counts as one broken test. */
async function runJest(args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-jest-'));
  const file = join(folder, 'result.json');
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const all = [jest, '--passWithNoTests', '--json', `--outputFile=${file}`, ...args];
  const code = await runUntilResults(all, { file, cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const result = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 1, numRuntimeErrorTestSuites: 0 };
  rmSync(folder, { recursive: true });
  return { code, passed: result.numPassedTests, broken: result.numFailedTests + result.numRuntimeErrorTestSuites };
}

/** Every spec but the end-to-end ones, as arguments for Jest. */
const unitAndIntegrationRun = ['--ignoreProjects', 'e2e', '--maxWorkers=2'];

/** The same without these integration specs, by name: test/crash-points.int.spec.ts is `crash-points`. */
const unitAndIntegrationRunWithout = (names) => [
  ...unitAndIntegrationRun,
  `--testPathPatterns=^(?!.*/(?:${names.join('|')})\\.int\\.spec)`,
];

const endToEndSuffix = '.e2e.spec.ts';

/** The names of all end-to-end specs: e2e/turns.e2e.spec.ts is `turns`. */
const endToEndNames = () =>
  readdirSync(join(root, 'e2e'))
    .filter((file) => file.endsWith(endToEndSuffix))
    .map((file) => file.slice(0, -endToEndSuffix.length));

/** True if a spec starts its stack with short leases (e2e/support/short-leases.ts), so that a busy machine could break it. */
const hasShortLeases = (name) =>
  /\bSHORT_LEASES\b/.test(readFileSync(join(root, 'e2e', `${name}${endToEndSuffix}`), 'utf8'));

const endToEndRun = (names, workers) => [
  '--selectProjects',
  'e2e',
  '--testTimeout=120000',
  workers,
  `--testPathPatterns=e2e/(${names.join('|')})\\.e2e`,
];

/**
 * The end-to-end specs as arguments for Jest, in up to two runs. Specs with short leases count attempts, which a second stack
 * on the machine would change: they run one after another, the others two at a time.
 */
function endToEndRuns(names = endToEndNames()) {
  const parallel = names.filter((name) => !hasShortLeases(name));
  const serial = names.filter(hasShortLeases);
  return [
    ...(parallel.length ? [endToEndRun(parallel, '--maxWorkers=2')] : []),
    ...(serial.length ? [endToEndRun(serial, '--runInBand')] : []),
  ];
}

/** The sums over several results. */
const sumResults = (results) => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  broken: results.reduce((sum, { broken }) => sum + broken, 0),
});

module.exports = {
  runJest,
  runUntilResults,
  unitAndIntegrationRun,
  unitAndIntegrationRunWithout,
  endToEndRuns,
  endToEndNames,
  sumResults,
};
