const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { root } = require('../paths.js');
const { installedMatches } = require('./dependencies.js');

const lock = {
  packages: {
    '': {},
    'libs/a': { bin: { a: 'bin/a.js' } },
    'node_modules/@here/a': { resolved: 'libs/a', link: true },
    'node_modules/b': { version: '1.0.0' },
    'node_modules/c': { version: '2.0.0', optional: true },
  },
};
const all = { 'node_modules/@here/a': { link: true }, 'node_modules/b': { version: '1.0.0' } };
const matches = (packages, hasCommand) => installedMatches(lock, { packages }, hasCommand);

test('node_modules matches the lock file without optional packages', () => expect(matches(all)).toBe(true));

test.each([
  ['another version', { ...all, 'node_modules/b': { version: '1.0.1' } }],
  ['a missing package', { 'node_modules/@here/a': { link: true } }],
  ['a missing link to a package of this repository', { 'node_modules/b': { version: '1.0.0' } }],
])('%s does not match', (_, packages) => expect(matches(packages)).toBe(false));

test('node_modules does not match the lock file with a missing command of a package of this repository', () => {
  expect(matches(all, (name) => name !== 'a')).toBe(false);
});

test('npm ci reports no installs: the postinstall script of @scarf/scarf, which Swagger brings, is off', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(manifest.scarfSettings).toEqual({ enabled: false });
});
