const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { root } = require('../paths.js');
const { readTimes } = require('../checks/spec-times.js');
const SlowFirst = require('./slow-first.js');

const context = { config: { id: 'none', cacheDirectory: '/nowhere' }, hasteFS: { getSize: () => 1 } };
const toTest = (name) => ({ path: join(root, name), context });
const shipped = readTimes(join(root, 'tools/setup/checks/spec-times.json'));

test('the times that a fresh checkout begins with are of spec files that exist', () => {
  expect(Object.keys(shipped).filter((name) => !existsSync(join(root, name)))).toEqual([]);
  expect(Object.keys(shipped).length).toBeGreaterThan(0);
});

test('the spec files that took longest start first, one that was never timed before quick ones, and none is lost', () => {
  const times = { 'slow.spec.ts': 90_000, 'quick.spec.ts': 200, 'slower.spec.ts': 91_000 };
  const given = ['quick.spec.ts', 'slow.spec.ts', 'new.spec.ts', 'slower.spec.ts'];
  const sorted = new SlowFirst().sort(given.map(toTest), times).map(({ path }) => path.slice(root.length + 1));
  expect(sorted).toEqual(['slower.spec.ts', 'slow.spec.ts', 'new.spec.ts', 'quick.spec.ts']);
});
