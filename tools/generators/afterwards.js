/** The step after the files are written: links the workspace as npm would. */
const { existsSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

/** npm's record of what it installed; `npm start` compares it with the lock file, and installs when they differ. */
function noted(root, change) {
  const file = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(file)) return;
  const notes = JSON.parse(readFileSync(file, 'utf8'));
  change(notes.packages);
  writeFileSync(file, `${JSON.stringify(notes, null, 2)}\n`);
}

const isThere = (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Links a new workspace as `npm install` does, without network access. */
function installed(root, { name, manifest }) {
  const link = join(root, 'node_modules', manifest.name);
  if (!isThere(link)) symlinkSync(`../../services/${name}`, link);
  noted(root, (packages) => {
    packages[`node_modules/${manifest.name}`] = { resolved: `services/${name}`, link: true };
    packages[`services/${name}`] = { version: manifest.version, license: manifest.license };
  });
}

function uninstalled(root, { name, packageName }) {
  rmSync(join(root, 'node_modules', packageName), { force: true });
  rmSync(join(root, 'services', name), { recursive: true, force: true });
  noted(root, (packages) => {
    delete packages[`node_modules/${packageName}`];
    delete packages[`services/${name}`];
  });
}

module.exports = { installed, uninstalled };
