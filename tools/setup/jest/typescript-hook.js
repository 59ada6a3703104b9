/**
 * Node runs TypeScript with this module: threads and processes that specs start from sources. It stands for `@swc-node/register` in Jest (jest.preset.js), which loads the
 * TypeScript compiler and compiles every file again for each thread. Here a file is compiled once, by the compiler and the settings of Jest, and kept until it changes.
 */
const { createHash, randomUUID } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { root, stamps } = require('../paths.js');

const folder = join(stamps, 'threads');
const settings = readFileSync(join(root, '.swcrc'), 'utf8');
const { version } = require('@swc/core/package.json');

function compile(file, source) {
  const { transformSync } = require('@swc/core');
  const { code } = transformSync(source, { ...JSON.parse(settings), swcrc: false, filename: file });
  return code;
}

/** The compiled text of a file. It is written aside and moved into place, so that no other process reads half of it. */
function compiled(file) {
  const source = readFileSync(file, 'utf8');
  const hash = createHash('sha256').update([version, settings, file, source].join('\0')).digest('hex');
  const kept = join(folder, `${hash}.js`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const code = compile(file, source);
  mkdirSync(folder, { recursive: true });
  const aside = join(folder, `${hash}.${randomUUID()}`);
  writeFileSync(aside, code);
  renameSync(aside, kept);
  return code;
}

require.extensions['.ts'] = (module, file) => module._compile(compiled(file), file);
