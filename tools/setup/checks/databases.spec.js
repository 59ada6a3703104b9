const { CORE_SPECS } = require('./core-specs.js');
const { ON_BOTH, namesOnEmbedded, namesOnPostgres } = require('./databases.js');
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
