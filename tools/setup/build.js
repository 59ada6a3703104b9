/** Compiles libs and services when a source is newer than what was compiled. */
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { quietly } = require('./command.js');
const { root, stamps } = require('./places.js');
const { say } = require('./say.js');

const stampFile = join(stamps, 'build.stamp');
const left = new Set(['node_modules', 'dist', 'out-tsc', 'test', 'fixtures']);

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return left.has(entry.name) ? [] : files(path);
    return entry.name.endsWith('.spec.ts') ? [] : [path];
  });
}

/** One hash over names, sizes and times of everything that a build reads. */
function fingerprint(folders, base = root) {
  const hash = createHash('sha256');
  for (const file of folders.flatMap((folder) => files(join(base, folder))).sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(base, file)}:${size}:${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** A build is stale when a source changed since it, or when something it made is gone. */
const isStale = ({ stamp, print, outputs, exists = existsSync }) =>
  stamp !== print || !outputs.every((path) => exists(path));

function outputs() {
  const { references } = JSON.parse(readFileSync(join(root, 'tsconfig.build.json'), 'utf8'));
  return references.map(({ path }) => join(root, path, '..', 'dist'));
}

/** Makes dist match the sources; says so when that takes work. */
function ensureBuild() {
  const print = fingerprint(['libs', 'services']);
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined;
  if (!isStale({ stamp, print, outputs: outputs() })) return;
  say('compiling libs and services');
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
  quietly(process.execPath, [compiler, '--build', 'tsconfig.build.json'], {
    cwd: root,
    sentence: 'The sources do not compile: correct what the compiler names below, then run the same command again.',
  });
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stampFile, print);
}

module.exports = { ensureBuild, fingerprint, isStale };
