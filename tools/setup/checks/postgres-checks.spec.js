const { endToEndNames } = require('./jest-runs.js');
const { POSTGRES_SPECS } = require('./postgres-checks.js');

test.each(POSTGRES_SPECS)('the spec %s that runs on Postgres exists', (name) => {
  expect(endToEndNames()).toContain(name);
});
