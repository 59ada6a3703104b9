/**
 * npm run pack:release: builds everything and makes the npm package `crumbtrail`, crumbtrail-<version>.tgz, in the folder `release`, or in the one
 * that is given. What it holds is said in docs/decisions/0188.
 */
'use strict';

const { copyFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');
const { packageManifest, runtimeFolders } = require('./contents.js');
const { copy, copyPackage, copyWithRequired, filesIn } = require('./copy-files.js');
const { ensureBuild } = require('../setup/install/build.js');
const { ensureDependencies } = require('../setup/install/dependencies.js');
const { runNpm } = require('../setup/install/npm.js');
const { root } = require('../setup/paths.js');
const { printStep, runMain } = require('../setup/terminal/output.js');

const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** Writes the exact versions and checksums of all packages, as package-lock.json has them: npm installs no others with the package. */
function writeVersions(folder, manifest) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const isWanted = ([path, { dev, devOptional, link }]) =>
    path.startsWith('node_modules/') && !dev && !devOptional && !link;
  const packages = Object.fromEntries(Object.entries(lock.packages).filter(isWanted));
  const { name, version } = manifest;
  const file = join(folder, 'package-lock.json');
  writeJson(file, {
    name,
    version,
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages: { '': manifest, ...packages },
  });
  // Leaves out what nothing of this manifest needs.
  runNpm(['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    sentence: 'The versions of the npm package could not be worked out.',
  });
  renameSync(file, join(folder, 'npm-shrinkwrap.json'));
}

/** Fills an empty folder with the files of the npm package. */
function fill(folder) {
  const folders = runtimeFolders();
  for (const one of folders) copyPackage(one, folder);
  copyWithRequired(['tools/setup/start.js'], folder);
  for (const file of filesIn(join(root, 'schemas'))) if (file.endsWith('.schema.json')) copy(file, folder);
  for (const file of filesIn(join(root, 'docs/guides'))) copy(file, folder);
  for (const name of ['LICENSE', 'README.md']) copyFileSync(join(root, name), join(folder, name));
  const manifest = packageManifest(folders);
  writeJson(join(folder, 'package.json'), manifest);
  writeVersions(folder, manifest);
}

async function main([given = 'release']) {
  ensureDependencies();
  ensureBuild();
  const target = resolve(given);
  mkdirSync(target, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-package-'));
  try {
    fill(folder);
    const sentence = 'npm pack did not finish.';
    const [made] = JSON.parse(runNpm(['pack', '--json', '--pack-destination', target], { cwd: folder, sentence }));
    const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
    printStep(
      `${join(target, made.filename)}: ${megabytes(made.size)} MB, ${made.entryCount} files, ${megabytes(made.unpackedSize)} MB unpacked`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

runMain(() => main(process.argv.slice(2)));
