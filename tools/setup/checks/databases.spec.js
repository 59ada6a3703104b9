const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { root } = require('../paths.js');
const { CORE_SPECS } = require('./core-specs.js');
const { ON_BOTH, STORE_USERS, namesOnEmbedded, namesOnPostgres } = require('./databases.js');
const { endToEndNames } = require('./jest-runs.js');

test.each(namesOnEmbedded())('the spec %s that runs on the embedded database exists', (name) => {
  expect(endToEndNames()).toContain(name);
});

test('npm run test:all runs every end-to-end spec on the embedded database, on Postgres, or on both', () => {
  const [embedded, postgres] = [namesOnEmbedded(), namesOnPostgres()];
  expect([...new Set([...embedded, ...postgres])].sort()).toEqual(endToEndNames().sort());
  expect(embedded.filter((name) => postgres.includes(name)).sort()).toEqual(ON_BOTH);
});

test('npm run test:all repeats the core specs of npm test on the same database', () => {
  expect(namesOnEmbedded()).toEqual(expect.arrayContaining(CORE_SPECS));
});

/** The text of every file in the folder `test` of a package. */
function testTexts(folder) {
  const tests = join(root, folder, 'test');
  if (!existsSync(tests)) return [];
  const files = readdirSync(tests, { recursive: true }).filter((file) => String(file).endsWith('.ts'));
  return files.map((file) => readFileSync(join(tests, String(file)), 'utf8'));
}

test('every project whose tests start a store in a process of its own is listed', () => {
  const folders = ['libs', 'services'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  );
  const users = folders.filter((folder) => testTexts(folder).some((text) => /\bTestSt(ore|ack)\.start\(/.test(text)));
  expect(users.map((folder) => basename(folder)).sort()).toEqual(STORE_USERS);
});
