/**
 * Spec files that failed are run once more, alone: two cores are noisy, and a test that fails only sometimes should be seen, not cost
 * the whole run. A test that fails for a reason fails again.
 */
const { relative } = require('node:path');
const { root } = require('../paths.js');
const { runJest } = require('./jest-runs.js');

/** More files than this point to a defect or a broken machine, and are not run again. */
const MOST_FILES = 5;
/** Jest's exit code when tests failed, and nothing else was wrong. */
const TESTS_FAILED = 1;

const shortName = (file) => relative(root, file);
const failedFiles = ({ code, files }) => (code === TESTS_FAILED && files ? files.filter(({ failed }) => failed) : []);

/** The arguments that run only these files, one after the other. */
function runOf(files, args) {
  const escaped = files.map(({ file }) => file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const kept = args.filter((arg) => !/^--(maxWorkers|testPathPatterns)=/.test(arg));
  return [...kept, '--maxWorkers=1', `--testPathPatterns=^(${escaped.join('|')})$`];
}

const passedTitles = ({ tests }) => tests.filter(({ status }) => status === 'passed').map(({ title }) => title);

/** What failed in a file, as [{ title, failure }]: its failed tests, or else the file itself. */
function failuresOf({ failure, tests }) {
  const failed = tests.filter(({ status }) => status === 'failed');
  return failed.length > 0 ? failed : [{ title: '(the file, outside its tests)', failure }];
}

/** Did a file that failed pass the second time, every test that failed or never ran included? */
function passedNow(before, now) {
  if (!now || now.failed) return false;
  const passed = passedTitles(now);
  const tried = before.tests.filter(({ status }) => status === 'failed' || status === 'passed');
  return passed.length > 0 && tried.every(({ title }) => passed.includes(title));
}

/** Puts the files that passed in the second run in the place of those that failed; `unstable` says what failed in them at first. */
function combine(first, second) {
  const again = (file) => second.files?.find((other) => other.file === file.file);
  const recovered = failedFiles(first).filter((file) => passedNow(file, again(file)));
  const files = first.files.map((file) => (recovered.includes(file) ? again(file) : file));
  const unstable = recovered.flatMap((file) => failuresOf(file).map((one) => ({ ...one, file: file.file })));
  const passes = second.code === 0 && !files.some(({ failed }) => failed);
  return { code: passes ? 0 : first.code, files, unstable };
}

/**
 * Runs Jest, and the files that failed once more. Resolves to { code, files, unstable }, `unstable` being [{ file, title, failure }]: what
 * failed at first and passed then. Nothing is run again after more than five files failed, or when Jest itself went wrong.
 */
async function runWithSecondRun(args, env) {
  const first = await runJest(args, env);
  const failed = failedFiles(first);
  if (failed.length === 0 || failed.length > MOST_FILES) return { ...first, unstable: [] };
  console.error(`\nonce more, alone: ${failed.map(({ file }) => shortName(file)).join(', ')}\n`);
  return combine(first, await runJest(runOf(failed, args), env));
}

/** The lines that name each unstable test, with its first failure. */
const describeUnstable = (results) =>
  results
    .flatMap(({ unstable = [] }) => unstable)
    .map(({ file, title, failure }) => `unstable: ${shortName(file)} › ${title}\n${failure.replace(/^/gm, '    ')}`);

module.exports = { MOST_FILES, combine, describeUnstable, runWithSecondRun };
