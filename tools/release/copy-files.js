/** Copies what runs, in the layout of the checkout, so that every path between its files stays as it is. */
const { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join, relative } = require('node:path');
const { root } = require('../setup/paths.js');

/** The files below a folder. */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

function copy(file, target) {
  const to = join(target, relative(root, file));
  mkdirSync(dirname(to), { recursive: true });
  cpSync(file, to);
}

function write(file, target, text) {
  const to = join(target, relative(root, file));
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}

/** Names packages of this repository by paths, because no node_modules of the npm package holds them; leaves out the comment that names a source map. */
function rewrite(file) {
  const { resolve } = createRequire(file);
  const path = (name) => {
    const found = relative(dirname(file), resolve(name));
    return found.startsWith('.') ? found : `./${found}`;
  };
  const text = readFileSync(file, 'utf8')
    .replace(/require\("(@crumbtrail\/[^"]+)"\)/g, (_, name) => `require("${path(name)}")`)
    .replace(/^\/\/# sourceMappingURL=.*$/m, '');
  const left = /(?:require|import)(?:\.resolve)?\(["'`]@crumbtrail\/.*?\)/.exec(text);
  if (left) throw new Error(`${file} loads ${left[0]}, which the npm package cannot resolve: use a plain require.`);
  return text;
}

/** Was this file compiled from a source that still exists? A dist folder also keeps what was compiled from sources that are gone. */
function hasSource(folder, file) {
  const source = join(folder, 'src', relative(join(folder, 'dist'), file)).replace(/\.js$/, '');
  return ['.ts', '.tsx', ''].some((ending) => existsSync(source + ending));
}

/** Copies the compiled files of a package, without types, source maps and tests, and its data, commands and package.json. */
function copyPackage(folder, target) {
  const isConsole = folder === join(root, 'services/console');
  for (const file of filesIn(join(folder, 'dist'))) {
    if (/\.map$/.test(file)) continue;
    if (isConsole) copy(file, target);
    else if (/\.js$/.test(file) && hasSource(folder, file)) write(file, target, rewrite(file));
  }
  for (const name of ['bin', 'data'].map((one) => join(folder, one)).filter(existsSync))
    for (const file of filesIn(name)) copy(file, target);
  copy(join(folder, 'package.json'), target);
}

/** Copies plain files with every file that they require by a path. */
function copyWithRequired(entries, target) {
  const found = new Set(entries.map((name) => join(root, name)));
  for (const file of found) {
    copy(file, target);
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/require\('(\.[^']+)'\)/g))
      if (name.endsWith('.js')) found.add(join(dirname(file), name));
  }
}

module.exports = { copy, copyPackage, copyWithRequired, filesIn };
