/** Debian's chromium package and its dependencies, unpacked into the cache: no root, no change to the system. */
const { mkdirSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { hasApt, openArchive, unpack } = require('./apt.js');
const { readOutput } = require('../terminal/command.js');
const { printStep } = require('../terminal/output.js');

const names = ['chromium', 'fonts-dejavu-core'];

/** Finds its libraries and fonts relative to itself, so that the tree may be moved. */
const script = `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
libraries=
for folder in "$here"/lib/*-linux-gnu "$here"/usr/lib/*-linux-gnu "$here"/usr/lib/*-linux-gnu/pulseaudio; do
  [ -d "$folder" ] && libraries="$libraries\${libraries:+:}$folder"
done
LD_LIBRARY_PATH="$libraries\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_FILE="$here/fonts.conf" \\
  exec "$here/usr/lib/chromium/chromium" "$@"
`;

/** The machine's fonts if it has any, and those of the tree. */
const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** The program to start in an unpacked tree. */
const starter = (tree) => join(tree, 'chromium');

function addStarter(tree) {
  writeFileSync(join(tree, 'fonts.conf'), fonts);
  writeFileSync(starter(tree), script, { mode: 0o755 });
}

/** Fetches the packages that this machine does not have into `tree`; true on success. */
function fetchInto(tree) {
  const archive = openArchive(tree);
  const fetched =
    archive.get('update') && archive.get('-y', '--no-install-recommends', '--download-only', 'install', ...names);
  const unpacked = fetched && unpack(join(tree, 'cache/archives'), tree);
  archive.close();
  return unpacked;
}

/** Creates `folder` from what `fill` writes into another one, and only if the program starts: a partial tree is never used. */
function makeWhole(folder, fill) {
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  try {
    if (!fill(part)) return false;
    addStarter(part);
    if (readOutput(starter(part), ['--version']) === undefined) return false;
    rmSync(folder, { recursive: true, force: true });
    renameSync(part, folder);
    return true;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

/** Downloads and unpacks into `folder`; false when this is not Debian or its archive did not answer. */
function chromiumFromDebian(folder) {
  if (!hasApt()) return false;
  printStep(
    `fetching Debian's chromium package into ${folder}: 10 to 40 s, at least 120 MB to fetch and 400 MB on disk`,
  );
  return makeWhole(folder, fetchInto);
}

module.exports = { chromiumFromDebian, makeWhole, starter };
