const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { root } = require('../paths.js');
const { SLOW_SPECS } = require('../checks/slow-specs.js');
const SlowFirst = require('./slow-first.js');

const context = { config: { id: 'none', cacheDirectory: '/nowhere' }, hasteFS: { getSize: () => 1 } };
const toTest = (name) => ({ path: join(root, name), context });

test.each(SLOW_SPECS)('the slow spec %s exists', (name) => {
  expect(existsSync(join(root, name))).toBe(true);
});

test('slow specs start first, the longest before the others, and no spec is lost', () => {
  const [longest, , third] = SLOW_SPECS;
  const quick = ['jest.config.js', 'jest.preset.js'];
  const sorted = new SlowFirst().sort([quick[0], third, quick[1], longest].map(toTest));
  const names = sorted.map(({ path }) => path.slice(root.length + 1));
  expect(names.slice(0, 2)).toEqual([longest, third]);
  expect(names.slice(2).sort()).toEqual(quick);
});
