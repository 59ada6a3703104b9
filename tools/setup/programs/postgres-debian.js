/** Postgres and pgvector from Debian's or Ubuntu's archive, unpacked (and compiled where necessary) in the cache, without root. */
const { readdirSync, renameSync, rmSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const { join } = require('node:path');
const { hasApt, openArchive, unpack } = require('./apt.js');
const { readOutput } = require('../terminal/command.js');
const { printStep } = require('../terminal/output.js');

const versions = [18, 17, 16, 15, 14];
const noArchive = "Debian's archive did not answer";

function download(archive, tree, names) {
  // The dependencies that this machine does not have.
  if (!archive.get('-y', '--no-install-recommends', '--download-only', 'install', names[0])) return false;
  const got = archive.get('download', ...names);
  for (const name of readdirSync(join(tree, 'cache/archives')).filter((one) => one.endsWith('.deb')))
    renameSync(join(tree, 'cache/archives', name), join(tree, name));
  return got && unpack(tree, tree);
}

/** The sources of pgvector come from a later Debian release than the one that may be installed here. */
function fetchSource(folder) {
  const [site] = (readOutput('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Origin: Debian']) ?? '').split(
    '\n',
  );
  if (!site) return false;
  const archive = openArchive(folder, `deb-src ${site} trixie main`);
  const done = archive.get('update') && archive.get('source', '--download-only', 'pgvector');
  archive.close();
  return done;
}

function compile(folder, version, tree) {
  const tarball = readdirSync(folder).find((name) => name.endsWith('.orig.tar.gz'));
  if (!tarball || readOutput('tar', ['-xzf', join(folder, tarball), '-C', folder]) === undefined) return false;
  const sources = readdirSync(folder).find((name) => /^pgvector-[\d.]+$/.test(name));
  const make = [
    '-C',
    join(folder, sources),
    'with_llvm=no',
    'OPTFLAGS=',
    `PG_CONFIG=${tree}/usr/lib/postgresql/${version}/bin/pg_config`,
  ];
  const { spawnSync } = require('node:child_process');
  const run = (...args) => spawnSync('make', [...make, ...args], { encoding: 'utf8' }).status === 0;
  return run(`-j${availableParallelism()}`) && run('install');
}

function addVector(version, tree) {
  if (!['gcc', 'make'].every((program) => readOutput(program, ['--version']) !== undefined))
    return 'building pgvector needs gcc and make (`sudo apt-get install build-essential`)';
  const folder = join(tree, 'pgvector');
  const built = fetchSource(folder) && compile(folder, version, tree);
  rmSync(folder, { recursive: true, force: true });
  return built ? undefined : 'pgvector could not be fetched and built';
}

function chooseFrom(archive) {
  const ready = versions.find((version) => archive.has(`postgresql-${version}-pgvector`));
  const version = ready ?? versions.find((one) => archive.has(`postgresql-${one}`));
  const last = ready ? `postgresql-${version}-pgvector` : `postgresql-server-dev-${version}`;
  return { version, ready: Boolean(ready), names: [`postgresql-${version}`, `postgresql-client-${version}`, last] };
}

/** Builds into `tree`; undefined on success, otherwise the reason for the failure. */
function buildFromDebian(tree) {
  if (!hasApt()) return 'it can be built only on Debian and Ubuntu';
  printStep(`building a private Postgres with pgvector in ${tree}: about 20 s and 80 MB, nothing is installed`);
  const archive = openArchive(tree);
  try {
    if (!archive.get('update')) return noArchive;
    const { version, ready, names } = chooseFrom(archive);
    if (!version || !download(archive, tree, names)) return noArchive;
    return ready ? undefined : addVector(version, tree);
  } finally {
    archive.close();
  }
}

module.exports = { buildFromDebian };
