/** How long each spec file took: recorded by each run, printed at its end, and read by the next one, which starts the slow files first. */
const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');
const { cache, root } = require('../paths.js');

/** How many files a run names at its end. */
const SHOWN = 20;

/** The times of the runs on this machine; a checkout of which none has been run yet has those of `spec-times.json`. */
const recorded = () => join(cache(), 'spec-times.json');
const shipped = join(__dirname, 'spec-times.json');

const nameOf = (file) => relative(root, file).replaceAll('\\', '/');
const inSeconds = (milliseconds) => (milliseconds / 1000).toFixed(1);

/** { file: milliseconds }, the file as a path in the checkout: what is known of the times of spec files. */
function readTimes(file = existsSync(recorded()) ? recorded() : shipped) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Adds the times of a run, [{ file, tookMs }], to those that are known. What lies outside the checkout is no spec of it: a test has written it. */
function recordTimes(files, to = recorded()) {
  const known = readTimes(existsSync(to) ? to : shipped);
  const named = files.map(({ file, tookMs }) => [nameOf(file), Math.round(tookMs)]);
  const now = named.filter(([name]) => !name.startsWith('..'));
  if (now.length === 0) return;
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, `${JSON.stringify({ ...known, ...Object.fromEntries(now) }, undefined, 1)}\n`);
}

/** The processor time of each file as the processes of a run have written it, one JSON object a line: { file: milliseconds }. A file that ran in two runs counts with the last. */
const parseProcessorTimes = (text) =>
  Object.fromEntries(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .map(({ file, processorMs }) => [file, processorMs]),
  );

/** The lines that name the slowest files of all runs, with their time and what they took of the processor. */
function describeSlowest(results) {
  const files = results.flatMap(({ files }) => files ?? []).filter(({ tookMs }) => tookMs !== undefined);
  const slowest = files.sort((a, b) => b.tookMs - a.tookMs).slice(0, SHOWN);
  const rows = slowest.map(
    ({ file, tookMs, processorMs = 0 }) =>
      `  ${inSeconds(tookMs).padStart(6)} s  ${inSeconds(processorMs).padStart(6)} s of the processor  ${nameOf(file)}`,
  );
  return rows.length === 0 ? [] : [`the slowest of ${files.length} spec files:`, ...rows];
}

module.exports = { describeSlowest, nameOf, parseProcessorTimes, readTimes, recordTimes };
