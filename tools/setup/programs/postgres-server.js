/** A private Postgres: in a new folder, on a free loopback port, removed afterwards. */
const { spawn, spawnSync } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { once } = require('node:events');
const { tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const { readOutput } = require('../terminal/command.js');
const { endWithParent } = require('../stack/end-with-parent.js');
const { freePort } = require('../stack/port.js');
const { ActionableError } = require('../terminal/output.js');

/** Postgres refuses to run as root, so root runs it as the user `postgres` or `nobody`. */
function identity() {
  if (process.getuid?.() !== 0) return {};
  const name = readOutput('id', ['-u', 'postgres']) ? 'postgres' : 'nobody';
  return { uid: Number(readOutput('id', ['-u', name])), gid: Number(readOutput('id', ['-g', name])) };
}

/** Throws when that user cannot enter the folder, for example under /root: a clear error is better than a failing exec. */
function requireReach(bin, { uid }) {
  if (uid === undefined) return;
  for (let folder = bin; folder !== dirname(folder); folder = dirname(folder)) {
    if (statSync(folder).mode & 0o001) continue;
    const remedy = 'run this as another user, or set CRUMBTRAIL_CACHE to a folder that others may enter';
    throw new ActionableError(`Postgres does not run as root, and other users may not enter ${folder}: ${remedy}.`);
  }
}

function makeFolder({ uid, gid }) {
  const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-postgres-'));
  chmodSync(folder, 0o700);
  if (uid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

function initialise(bin, folder, { who, env, password }) {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (who.uid !== undefined) chownSync(passwordFile, who.uid, who.gid);
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8';
  const args = [
    '-D',
    join(folder, 'data'),
    '-U',
    'crumbtrail',
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    `--locale=${locale}`,
    `--pwfile=${passwordFile}`,
  ];
  const done = spawnSync(join(bin, 'initdb'), args, { ...who, env, cwd: folder, encoding: 'utf8' });
  rmSync(passwordFile);
  if (done.status !== 0)
    throw new ActionableError(
      `A private Postgres could not be created: ${(done.stderr || `${done.error}`).trim().split('\n').at(-1)}`,
    );
}

/** True when the server accepts clients. Its port opens a moment earlier, while it still answers that it is starting up. */
async function answers(url) {
  const { Client } = require('pg');
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Libraries that this machine does not have are installed beside the programs. */
function environment(bin) {
  const tree = bin.replace(/\/usr\/lib\/postgresql\/.*$/, '');
  const triplet =
    readOutput('gcc', ['-print-multiarch']) ?? `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
  const libraries = tree && tree !== bin ? { LD_LIBRARY_PATH: join(tree, 'usr/lib', triplet) } : {};
  return { PATH: process.env.PATH, TZ: 'UTC', ...libraries };
}

async function untilReady(url, child, log) {
  for (let tries = 0; tries < 300; tries++) {
    if (await answers(url)) return;
    if (child.exitCode !== null) break;
    await pause(50);
  }
  throw new ActionableError(
    `The private Postgres did not start: ${readFileSync(log, 'utf8').trim().split('\n').at(-1)}`,
  );
}

/** Copies a running server into `folder`; `how` are more options of pg_basebackup. */
function copyServer(bin, folder, { who, env, from, how }) {
  const args = ['-D', join(folder, 'data'), '-d', from, '-c', 'fast', ...how];
  const done = spawnSync(join(bin, 'pg_basebackup'), args, { ...who, env, cwd: folder, encoding: 'utf8' });
  if (done.status !== 0)
    throw new ActionableError(`A copy of the server could not be created: ${(done.stderr || `${done.error}`).trim()}`);
}

/** SIGKILL: without any chance to finish what it does. SIGQUIT: its processes end too, without a checkpoint. */
function signalServer(folder, signal) {
  const [pid] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), signal);
}

/** Runs the server whose data is in `folder`; resolves to { url, stop(), kill(), crash() }. */
async function launch(bin, folder, how) {
  const { who, env, password, more } = how;
  const port = await freePort();
  const logFile = join(folder, 'postgres.log');
  const log = openSync(logFile, 'a');
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    ...more,
  ];
  const command = [join(bin, 'postgres'), '-D', join(folder, 'data'), ...settings.flatMap((one) => ['-c', one])];
  const line = endWithParent('INT', 'postgres-lifeline', command);
  const child = spawn(line.program, line.args, { ...who, env, cwd: folder, detached: true, stdio: ['pipe', log, log] });
  closeSync(log);
  const stop = async () => {
    const gone = child.exitCode === null ? once(child, 'exit') : undefined;
    child.stdin.end();
    await gone;
    // The processes of a server that was killed end a moment later.
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  const end = async (signal) => {
    const gone = once(child, 'exit');
    signalServer(folder, signal);
    await gone;
  };
  const crash = async () => {
    await end('SIGQUIT');
    return launch(bin, folder, how);
  };
  const url = `postgres://crumbtrail:${password}@127.0.0.1:${port}/postgres`;
  await untilReady(url, child, logFile).catch(async (error) => {
    await stop();
    throw error;
  });
  return { url, stop, kill: () => end('SIGKILL'), crash };
}

/**
 * Starts Postgres from the programs in `bin`, with `more` settings; resolves to { url, stop(), kill(), crash() }. It ends when
 * this process does. `kill` ends it by SIGKILL and keeps its folder until `stop`; `crash` starts it again on the same data, and resolves to what it resolves to.
 */
async function startPostgres(bin, more = []) {
  const who = identity();
  requireReach(bin, who);
  const folder = makeFolder(who);
  const [env, password] = [environment(bin), randomBytes(18).toString('base64url')];
  initialise(bin, folder, { who, env, password });
  return launch(bin, folder, { who, env, password, more });
}

/** Starts a streaming replica of the server at `from`, a URL that {@link startPostgres} gave; resolves like it. */
async function startReplica(bin, from, more = []) {
  const who = identity();
  const folder = makeFolder(who);
  const env = environment(bin);
  copyServer(bin, folder, { who, env, from, how: ['--write-recovery-conf', '-X', 'stream'] });
  return launch(bin, folder, { who, env, password: new URL(from).password, more });
}

/** Makes a base backup of the server at `from`, without the WAL; resolves to its folder. */
function backUpServer(bin, from) {
  const who = identity();
  const folder = makeFolder(who);
  copyServer(bin, folder, { who, env: environment(bin), from, how: ['-X', 'none'] });
  return folder;
}

/** Starts a server from a base backup of the server at `from`, which recovers with the settings `more` first. */
async function recoverServer(bin, folder, { from, more }) {
  const who = identity();
  const signal = join(folder, 'data', 'recovery.signal');
  writeFileSync(signal, '');
  if (who.uid !== undefined) chownSync(signal, who.uid, who.gid);
  const { password } = new URL(from);
  return launch(bin, folder, { who, env: environment(bin), password, more });
}

/** For tests and drills: they kill processes but never the machine, and only a machine that fails loses writes that were not flushed to disk. */
const WITHOUT_DISK_SYNC = ['fsync=off', 'full_page_writes=off'];

module.exports = { WITHOUT_DISK_SYNC, startPostgres, startReplica, backUpServer, recoverServer };
