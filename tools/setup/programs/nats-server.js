/** Finds a nats-server that works, or fetches one, without changing the system unasked. */
const { delimiter, join } = require('node:path');
const { findFirstWorking, readOutput, isExecutable } = require('../terminal/command.js');
const { cache } = require('../paths.js');
const { ActionableError, printStep } = require('../terminal/output.js');

const oldest = [2, 9, 0];
const remedy =
  'type `sudo apt-get install nats-server` (Debian, Ubuntu) or `brew install nats-server` (macOS), or set NATS_SERVER_BIN to the program.';

/** "nats-server: v2.9.10" → [2, 9, 10]; undefined when the text names no version. */
function parseVersion(text) {
  const match = /v?(\d+)\.(\d+)\.(\d+)/.exec(text ?? '');
  return match ? match.slice(1).map(Number) : undefined;
}

const atLeast = (version, wanted) => {
  const at = wanted.findIndex((part, i) => version[i] !== part);
  return at === -1 || version[at] > wanted[at];
};

/** The places to look in, in order; `from` names each place. */
function candidates({ env, cacheFolder }) {
  const path = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return [
    ...path.map((folder) => ({ from: 'PATH', file: join(folder, 'nats-server') })),
    { from: '/usr/sbin', file: '/usr/sbin/nats-server' },
    { from: 'the cache', file: join(cacheFolder, 'nats-server/usr/sbin/nats-server') },
  ];
}

const versionOf = (file) => parseVersion(readOutput(file, ['--version']));

/** Checks the program that NATS_SERVER_BIN names: if it does not work, that is an error, and no other place is searched. */
function named(file, version) {
  const found = version(file);
  if (!found) throw new ActionableError(`NATS_SERVER_BIN names ${file}, which is not a working nats-server: ${remedy}`);
  if (!atLeast(found, oldest))
    throw new ActionableError(
      `NATS_SERVER_BIN names nats-server ${found.join('.')}, and 2.9 or later is needed: ${remedy}`,
    );
  return { from: 'NATS_SERVER_BIN', file, version: found };
}

/** Pure discovery: the first candidate that runs and is new enough, or undefined. */
function discover({ env, cacheFolder, exists = isExecutable, version = versionOf }) {
  if (env.NATS_SERVER_BIN) return named(env.NATS_SERVER_BIN, version);
  const isNewEnough = (found) => atLeast(found, oldest);
  return findFirstWorking(candidates({ env, cacheFolder }), { exists, version, isNewEnough });
}

/** Resolves to { file, version, from }; fetches Debian's package or asks about Homebrew when none is there. */
async function ensureNatsServer() {
  const look = () => discover({ env: process.env, cacheFolder: cache() });
  const found = look();
  if (found) return found;
  const { fromDebian } = require('./nats-server-debian.js');
  const { fromHomebrew } = require('./nats-server-homebrew.js');
  const fetched = fromDebian(join(cache(), 'nats-server')) || (await fromHomebrew());
  const now = fetched ? look() : undefined;
  if (!now) throw new ActionableError(`No nats-server was found and none could be fetched: ${remedy}`);
  printStep(`nats-server ${now.version.join('.')} is ready (${now.file})`);
  return now;
}

/** True if this version can write every message to disk before it acknowledges it. */
const canSyncAlways = (version) => atLeast(version, [2, 10, 0]);

module.exports = { ensureNatsServer, discover, parseVersion, canSyncAlways };
