const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { OF_THE_RECORD } = require('./postgres-checks.js');
const { root } = require('../paths.js');

test.each(OF_THE_RECORD)('%s is an end-to-end test that there is', (name) => {
  expect(existsSync(join(root, 'e2e', `${name}.e2e.spec.ts`))).toBe(true);
});
