/** Runs other programs. */
const { spawn, spawnSync } = require('node:child_process');
const { accessSync, constants } = require('node:fs');
const { ActionableError } = require('./output.js');

/** The trimmed output of `program`; undefined when it is missing or fails. */
function readOutput(program, args) {
  const done = spawnSync(program, args, { encoding: 'utf8', timeout: 20_000 });
  return done.error || done.status !== 0 ? undefined : done.stdout.trim();
}

/** True if this file may be executed. */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first of these programs that exists and is new enough, with its version; undefined when there is none. */
function findFirstWorking(candidates, { exists, version, isNewEnough }) {
  for (const candidate of candidates) {
    if (!exists(candidate.file)) continue;
    const found = version(candidate.file);
    if (found && isNewEnough(found)) return { ...candidate, version: found };
  }
  return undefined;
}

/** Runs without printing; on failure throws an ActionableError with `sentence` and the last lines the program printed. */
function runQuietly(program, args, { sentence, ...options }) {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 << 20, ...options });
  if (!done.error && done.status === 0) return done.stdout;
  const last = `${done.stdout ?? ''}${done.stderr ?? ''}`.trim().split('\n').slice(-8).join('\n');
  throw new ActionableError(`${sentence}\n${done.error?.message ?? last}`);
}

/** Runs with this terminal and resolves to the exit code; SIGINT and SIGTERM are passed on, so no process is left behind. */
function runAttached(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    const pass = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM'];
    signals.forEach((signal) => process.on(signal, pass));
    const settle = (after) => (value) => {
      signals.forEach((signal) => process.off(signal, pass));
      after(value);
    };
    child.once('error', settle(reject));
    child.once(
      'exit',
      settle((code) => resolve(code ?? 1)),
    );
  });
}

/** Runs without printing; resolves to { code, text }, the text being stdout and stderr. */
function runCaptured(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, text: Buffer.concat(printed).toString().trim() }));
  });
}

module.exports = { findFirstWorking, readOutput, isExecutable, runQuietly, runAttached, runCaptured };
