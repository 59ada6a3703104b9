/** Prints the types of the schemas, compiles libs and services, and bundles the console, when a source is newer than its output. */
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { runQuietly } = require('../terminal/command.js');
const { root, stamps } = require('../paths.js');
const { printStep } = require('../terminal/output.js');

const stampFile = (name) => join(stamps, `${name}.stamp`);
const left = new Set(['node_modules', 'dist', 'out-tsc', 'test', 'fixtures']);

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return left.has(entry.name) ? [] : files(path);
    return /\.spec\.tsx?$/.test(entry.name) ? [] : [path];
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

/** A build is stale when a source has changed since, or when one of its outputs is missing. */
const isStale = ({ stamp, print, outputs, exists = existsSync }) =>
  stamp !== print || !outputs.every((path) => exists(path));

function outputs() {
  const { references } = JSON.parse(readFileSync(join(root, 'tsconfig.build.json'), 'utf8'));
  return references.map(({ path }) => join(root, path, '..', 'dist'));
}

const consoleFolder = join(root, 'services/console');

/** The console is bundled by Vite, not compiled by tsc. */
const services = () =>
  readdirSync(join(root, 'services'))
    .filter((name) => name !== 'console')
    .map((name) => `services/${name}`);

/** Each build: its sources, its outputs and its command. */
const builds = [
  {
    name: 'contracts',
    folders: () => ['schemas', 'tools/schemas'],
    outputs: () => [join(root, 'libs/contracts/src/generated/kinds.ts')],
    doing: 'printing the types of schemas/',
    program: [join(root, 'tools/schemas/print.mjs')],
    cwd: root,
    sentence: 'The schemas are invalid: correct the errors below, then run the same command again.',
  },
  {
    name: 'build',
    folders: () => ['libs', ...services()],
    outputs,
    doing: 'compiling libs and services',
    program: [join(root, 'node_modules/@typescript/native/bin/tsc'), '--build', 'tsconfig.build.json'],
    cwd: root,
    sentence: 'The sources do not compile: correct the errors below, then run the same command again.',
  },
  {
    name: 'console',
    folders: () => [
      'services/console',
      'libs/chat-imports/src',
      'libs/client/src',
      'libs/contracts/src',
      'libs/formatting/src',
    ],
    outputs: () => [join(consoleFolder, 'dist/index.html')],
    doing: 'bundling the console',
    program: [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    cwd: consoleFolder,
    sentence: 'The console cannot be bundled: correct the errors below, then run the same command again.',
  },
];

function ensure({ name, folders, outputs: made, doing, program, cwd, sentence }) {
  const print = fingerprint(folders());
  const file = stampFile(name);
  const stamp = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (!isStale({ stamp, print, outputs: made() })) return;
  printStep(doing);
  runQuietly(process.execPath, program, { cwd, sentence });
  mkdirSync(stamps, { recursive: true });
  writeFileSync(file, print);
}

/** Brings every dist up to date; prints a line when there is something to do. */
function ensureBuild() {
  for (const build of builds) ensure(build);
}

/** Brings the dist of libs and services up to date, without the console. */
function buildServices() {
  for (const build of builds.filter(({ name }) => name !== 'console')) ensure(build);
}

module.exports = { ensureBuild, buildServices, fingerprint, isStale };
