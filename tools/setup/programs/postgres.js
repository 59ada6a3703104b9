/** Finds a Postgres that has pgvector, or builds one into the cache, without touching the system. */
const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
const { readOutput } = require('../terminal/command.js');
const { cache } = require('../paths.js');
const { ActionableError, printStep } = require('../terminal/output.js');

const remedy =
  'set DATABASE_URL to a Postgres with pgvector, such as `postgres://user:password@127.0.0.1:5432/postgres`';

/** Newest first: Debian has a folder for each version. */
function debianFolders(prefix) {
  const folder = join(prefix, 'usr/lib/postgresql');
  const versions = existsSync(folder) ? readdirSync(folder).map(Number).filter(Boolean) : [];
  return versions.sort((a, b) => b - a).map((version) => join(folder, `${version}`, 'bin'));
}

function homebrewFolders() {
  const prefix = readOutput('brew', ['--prefix']);
  return prefix ? [18, 17, 16].map((version) => join(prefix, 'opt', `postgresql@${version}`, 'bin')) : [];
}

/** `pg_config` finds the other files relative to itself, so it works in a moved tree. */
function hasVector(bin) {
  const shared = readOutput(join(bin, 'pg_config'), ['--sharedir']);
  return Boolean(shared) && existsSync(join(bin, 'initdb')) && existsSync(join(shared, 'extension/vector.control'));
}

function find(tree) {
  const onPath = readOutput('pg_config', ['--bindir']);
  const folders = [...(onPath ? [onPath] : []), ...debianFolders('/'), ...homebrewFolders(), ...debianFolders(tree)];
  return folders.find(hasVector);
}

/** The folder of initdb and postgres, with pgvector installed. */
function ensurePostgres() {
  const tree = join(cache(), 'postgres');
  const found = find(tree);
  if (found) return found;
  const { buildFromDebian } = require('./postgres-debian.js');
  const why = buildFromDebian(tree);
  const built = why ? undefined : find(tree);
  if (!built) throw new ActionableError(`No Postgres with pgvector was found${why ? `, and ${why}` : ''}: ${remedy}.`);
  printStep(`Postgres with pgvector is ready (${built})`);
  return built;
}

module.exports = { ensurePostgres };
