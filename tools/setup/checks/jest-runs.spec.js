const { CORE_SPECS } = require('./core-specs.js');
const { endToEndRuns, endToEndNames } = require('./jest-runs.js');

const pattern = (run) => new RegExp(run.find((arg) => arg.startsWith('--testPathPatterns=')).split('=')[1]);
const runsOf = (name, runs) => runs.filter((run) => pattern(run).test(`/checkout/e2e/${name}.e2e.spec.ts`));

test.each(endToEndNames())('the end-to-end spec %s is in exactly one run', (name) => {
  expect(runsOf(name, endToEndRuns())).toHaveLength(1);
});

test.each(CORE_SPECS)('the core spec %s exists', (name) => {
  expect(endToEndNames()).toContain(name);
});

test('specs with short leases run one after another, specs with long leases two at a time', () => {
  const runs = endToEndRuns(['crash-points', 'identity']);
  expect(runsOf('crash-points', runs)).toEqual([expect.arrayContaining(['--runInBand'])]);
  expect(runsOf('identity', runs)).toEqual([expect.arrayContaining(['--maxWorkers=2'])]);
  expect(endToEndRuns(['crash-points'])).toHaveLength(1);
});
