/** Installs what package-lock.json says, unless it is installed already. */
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { installLocked, updateInstalled } = require('./npm.js');
const { root, stamps } = require('../paths.js');
const { ActionableError, printStep } = require('../terminal/output.js');

const stampFile = join(stamps, 'dependencies.stamp');
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
const stampOf = (lock) => createHash('sha256').update(`${lock}${process.platform}${process.arch}`).digest('hex');

const installs = (path, { optional, devOptional, peer }) =>
  path.includes('node_modules') && !optional && !devOptional && !peer;

/** The commands of this repository's own packages: npm links them only when it installs. */
const ownCommands = (lock) =>
  Object.entries(lock.packages)
    .filter(([path, { bin }]) => bin && !path.includes('node_modules'))
    .flatMap(([, { bin }]) => Object.keys(bin));

/** True when all that the lock file asks for (optional packages aside) is installed at its version, and linked. */
function installedMatches(lock, installed, hasCommand = () => true) {
  const same = ([path, wanted]) => {
    const found = installed.packages[path];
    return Boolean(found) && found.version === wanted.version && found.link === wanted.link;
  };
  const wanted = Object.entries(lock.packages).filter(([path, entry]) => installs(path, entry));
  return wanted.every(same) && ownCommands(lock).every(hasCommand);
}

const hasCommand = (name) => existsSync(join(root, 'node_modules/.bin', name));

/** What npm has installed, which it writes when it is done; undefined after an installation that did not finish. */
const readInstalled = () => read(join(root, 'node_modules/.package-lock.json'));

function isInstalled(lock) {
  const installed = readInstalled();
  return installed !== undefined && installedMatches(JSON.parse(lock), JSON.parse(installed), hasCommand);
}

const upToDate = (lock) => read(stampFile) === stampOf(lock) || isInstalled(lock);

/** Installs only what has changed since the last time; true if everything is as the lock file says then. */
function update(lock) {
  if (readInstalled() === undefined) return false;
  printStep('installing the dependencies that have changed');
  try {
    updateInstalled(root, { sentence: 'npm install did not finish.' });
  } catch (error) {
    printStep(error.message);
    return false;
  }
  return isInstalled(lock);
}

function install() {
  printStep('installing dependencies with npm ci: about 40 s and 510 MB under node_modules');
  installLocked(root, {
    sentence: 'npm ci did not finish: check the network and the free disk space, then run the same command again.',
  });
}

/** Brings node_modules up to date with the lock file; prints a line when there is something to do. */
function ensureDependencies() {
  const lock = read(join(root, 'package-lock.json'));
  if (!lock) throw new ActionableError('package-lock.json is missing: clone the repository again.');
  if (!upToDate(lock) && !update(lock)) install();
  if (read(stampFile) === stampOf(lock)) return;
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stampFile, stampOf(lock));
}

module.exports = { ensureDependencies, installedMatches };
