const { spawnSync } = require('node:child_process');
const { join } = require('node:path');

/** Which rule each file of fixtures/promises breaks. A rule without a canary might never fire. */
const canaries = [
  ['floating.ts', 'typescript(no-floating-promises)'],
  ['misused.ts', 'typescript(no-misused-promises)'],
];

const root = join(__dirname, '../..');
const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
const rules = 'tools/lint/promises.json';

test.each(canaries)('%s is refused by %s', (file, rule) => {
  const args = [oxlint, '-c', rules, '--format', 'json', join(__dirname, 'fixtures/promises', file)];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(JSON.parse(stdout).diagnostics.map(({ code }) => code)).toEqual([rule]);
  expect(status).toBe(1);
});
