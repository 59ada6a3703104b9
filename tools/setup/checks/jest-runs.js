/** Runs Jest on this terminal and counts its results. */
const { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { root } = require('../paths.js');
const { runAttached } = require('../terminal/command.js');
const { parseProcessorTimes, recordTimes } = require('./spec-times.js');

/** Time to exit after the results are written, in milliseconds. */
const EXIT_WITHIN_MS = 60_000;
/** The exit code of a Jest that was ended because it did not exit. (Jest's own is 1 when a test failed.) */
const ENDED = 124;

/**
 * Runs a Node program that writes its results to `file`, and resolves to its exit code. A program that has written them and does
 * not exit within `exitWithinMs`, because a test left a connection or a process open, is ended, and the code is 124.
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
    return ENDED;
  } finally {
    clearInterval(poll);
  }
}

/** One spec file of Jest's results; `failure` of the file also says why it could not run. `processor` holds the times of files. */
const toFile = ({ name, status, message, startTime, endTime, assertionResults }, processor) => ({
  file: name,
  tookMs: endTime - startTime,
  processorMs: processor[name],
  failed: status === 'failed',
  failure: message,
  tests: assertionResults.map(({ fullName, status, failureMessages }) => ({
    title: fullName,
    status,
    failure: (failureMessages ?? []).join('\n'),
  })),
});

const readText = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** The spec files of a run that has ended, and their times, which are recorded; undefined when Jest ended before it wrote its results. */
function readResults(results, times) {
  if (!existsSync(results)) return undefined;
  const processor = parseProcessorTimes(readText(times));
  const files = JSON.parse(readText(results)).testResults.map((one) => toFile(one, processor));
  recordTimes(files.filter(({ failed }) => !failed));
  return files;
}

/** Resolves to { code, files: [{ file, failed, failure, tookMs, processorMs, tests: [{ title, status, failure }] }] }; `files` is undefined when Jest ended before it wrote its results. */
async function runJest(args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-jest-'));
  const file = join(folder, 'result.json');
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const order = `--testSequencer=${join(__dirname, '../jest/slow-first.js')}`;
  const all = [jest, '--passWithNoTests', '--json', `--outputFile=${file}`, order, ...args];
  const times = join(folder, 'times.jsonl');
  const options = { file, cwd: root, env: { ...env, SPEC_TIMES: times }, stdio: ['ignore', 'ignore', 'inherit'] };
  const code = await runUntilResults(all, options);
  const files = readResults(file, times);
  rmSync(folder, { recursive: true });
  return { code, files };
}

const endToEndSuffix = '.e2e.spec.ts';

/** The names of all end-to-end specs: e2e/turns.e2e.spec.ts is `turns`. */
const endToEndNames = () =>
  readdirSync(join(root, 'e2e'))
    .filter((file) => file.endsWith(endToEndSuffix))
    .map((file) => file.slice(0, -endToEndSuffix.length));

const oneOf = (names) => `(?:${names.join('|')})`;
const endToEndFiles = (names) => `/e2e/${oneOf(names)}\\.e2e\\.spec`;

/** The arguments of one Jest run: one for all of its files, because cores are idle at the end of each run. */
const runOf = (projects, files, workers) => [
  ...projects,
  `--maxWorkers=${workers}`,
  `--testPathPatterns=${files.join('|')}`,
];

/** Files at a time on two cores: three where most wait for leases, reconnections and answers, two where most start stacks of eight processes. */
const WORKERS = { mixed: 3, stacks: 2 };

/** Arguments for every spec except those of some projects and some integration specs (`crash-points` is test/crash-points.int.spec.ts), and of the end-to-end specs only the named ones. */
function runOfAll({ endToEnd, withoutProjects = [], withoutIntegration = [] }) {
  const left = ['\\.e2e\\.spec', ...withoutIntegration.map((name) => `/${name}\\.int\\.spec`)];
  const projects = withoutProjects.length > 0 ? ['--ignoreProjects', ...withoutProjects] : [];
  return runOf(projects, [`^(?!.*${oneOf(left)})`, endToEndFiles(endToEnd)], WORKERS.mixed);
}

/** Every spec of these packages, those of the other packages that `files` match, and the end-to-end ones of these names. A project of Jest has the name of its package's folder. */
const runOfPackages = ({ packages, others, files, endToEnd }) =>
  runOf(
    ['--selectProjects', ...packages, ...others, 'e2e'],
    [`/(?:libs|services)/${oneOf(packages)}/`, ...files, endToEndFiles(endToEnd)],
    WORKERS.stacks,
  );

const withStatus = ({ tests }, wanted) => tests.filter(({ status }) => status === wanted).length;

/** How many tests passed and failed; a file that could not run, and a Jest without results, count as one failed test. */
function sumResults(results) {
  const files = results.flatMap(({ files }) => files ?? [{ failed: true, tests: [] }]);
  return {
    passed: files.reduce((sum, file) => sum + withStatus(file, 'passed'), 0),
    broken: files.reduce((sum, file) => sum + Math.max(withStatus(file, 'failed'), file.failed ? 1 : 0), 0),
  };
}

module.exports = { ENDED, runJest, runUntilResults, runOfAll, runOfPackages, endToEndNames, sumResults };
