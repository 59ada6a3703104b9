/** Debian's and Ubuntu's archive, read without root: packages are unpacked into one folder. */
const { spawnSync } = require('node:child_process');
const { readdirSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { readOutput } = require('../terminal/command.js');
const { makeFolder } = require('../install/make-folder.js');
const { ActionableError } = require('../terminal/output.js');

const hasApt = () => ['apt-get', 'dpkg-deb'].every((program) => readOutput(program, ['--version']) !== undefined);

function prepare(folder) {
  try {
    for (const sub of ['lists/partial', 'cache/archives/partial']) makeFolder(join(folder, sub));
  } catch (error) {
    const remedy = 'make it writable, or set CRUMBTRAIL_CACHE to a folder that is';
    throw new ActionableError(`${folder} cannot be written (${error.code}): ${remedy}.`);
  }
}

function options(folder) {
  const own = [`Dir::State::lists=${folder}/lists`, `Dir::Cache=${folder}/cache`, 'Debug::NoLocking=1'];
  if (process.getuid?.() === 0) own.push('APT::Sandbox::User=root');
  return own.flatMap((option) => ['-o', option]);
}

/** An archive that keeps its state in `folder`; `source` replaces the machine's own sources with one line. */
function openArchive(folder, source) {
  prepare(folder);
  const from = source ? ['-o', `Dir::Etc::sourcelist=${folder}/source.list`, '-o', 'Dir::Etc::sourceparts=-'] : [];
  if (source) writeFileSync(join(folder, 'source.list'), `${source}\n`);
  const run = (...args) =>
    spawnSync('apt-get', [...options(folder), ...from, '-qq', ...args], { cwd: folder, encoding: 'utf8' });
  return {
    /** True when the command succeeded. */
    get: (...args) => run(...args).status === 0,
    /** True when the archive has a package of this name. */
    has: (name) => Boolean(readOutput('apt-cache', [...options(folder), ...from, 'show', '--no-all-versions', name])),
    close: () =>
      ['lists', 'cache', 'source.list'].forEach((name) => rmSync(join(folder, name), { recursive: true, force: true })),
  };
}

const packagesIn = (folder) => readdirSync(folder).filter((name) => name.endsWith('.deb'));

/** Unpacks every package in `folder` into `target` and removes it; true on success. */
function unpack(folder, target) {
  const names = packagesIn(folder);
  const done = names.map((name) => spawnSync('dpkg-deb', ['-x', join(folder, name), target]).status === 0);
  names.forEach((name) => rmSync(join(folder, name)));
  return names.length > 0 && done.every(Boolean);
}

module.exports = { hasApt, openArchive, unpack };
