const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { root } = require('../paths.js');
const { faultSettings } = require('./fault-checks.js');

describe('npm run test:faults', () => {
  it('runs for four minutes with a seed of its own choice, unless told otherwise', () => {
    expect(faultSettings([])).toEqual({ FAULTS_SECONDS: '240' });
    expect(faultSettings(['--seed', '7', '--hours', '2'])).toEqual({ FAULTS_SECONDS: '7200', FAULTS_SEED: '7' });
    expect(faultSettings(['--minutes', '0.5'])).toEqual({ FAULTS_SECONDS: '30' });
    expect(faultSettings(['--shared'])).toEqual({ FAULTS_SECONDS: '240', FAULTS_SHARED: '1' });
  });

  it.each([[['--seed', 'x']], [['--minutes', '0']], [['--hours', 'many']], [['--minutes', '1', '--hours', '1']]])(
    'refuses %j and says what it takes',
    (args) => expect(() => faultSettings(args)).toThrow('npm run test:faults'),
  );

  it('has a place for each of the 32 faults, and every spec that its list names exists', () => {
    const folder = join(root, 'e2e/faults');
    const text = readFileSync(join(folder, 'README.md'), 'utf8');
    const rows = [...text.matchAll(/^\| (\d+) \|/gm)].map(([, row]) => Number(row));
    expect(rows).toEqual(Array.from({ length: 32 }, (_, at) => at + 1));
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link);
    expect(links.filter((link) => !existsSync(join(folder, link)))).toEqual([]);
  });
});
