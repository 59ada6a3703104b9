const { mkdtempSync, readdirSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { root } = require('../paths.js');
const { CORE_SPECS, SLOW_INTEGRATION_SPECS } = require('./core-specs.js');
const {
  ENDED,
  endToEndRun,
  endToEndNames,
  runUntilResults,
  sumResults,
  unitAndIntegrationRunWithout,
} = require('./jest-runs.js');

const pattern = (run) => new RegExp(run.find((arg) => arg.startsWith('--testPathPatterns=')).split('=')[1]);

test.each(endToEndNames())('the end-to-end spec %s is run', (name) => {
  expect(`/checkout/e2e/${name}.e2e.spec.ts`).toMatch(pattern(endToEndRun([name])));
});

test.each(CORE_SPECS)('the core spec %s exists', (name) => {
  expect(endToEndNames()).toContain(name);
});

const integrationSpecs = ['libs', 'services'].flatMap((group) =>
  readdirSync(join(root, group), { recursive: true })
    .map((file) => join(root, group, String(file)))
    .filter((file) => file.endsWith('.int.spec.ts') && !file.includes('node_modules')),
);

test.each(SLOW_INTEGRATION_SPECS)('the slow integration spec %s exists, and npm test leaves it out', (name) => {
  const files = integrationSpecs.filter((file) => file.endsWith(`/${name}.int.spec.ts`));
  expect(files).not.toEqual([]);
  const runs = [unitAndIntegrationRunWithout(SLOW_INTEGRATION_SPECS)];
  expect(files.filter((file) => pattern(runs[0]).test(file))).toEqual([]);
});

test('npm test runs every other integration spec', () => {
  const run = unitAndIntegrationRunWithout(SLOW_INTEGRATION_SPECS);
  const left = integrationSpecs.filter((file) => !pattern(run).test(file));
  expect(left.every((file) => SLOW_INTEGRATION_SPECS.some((name) => file.endsWith(`/${name}.int.spec.ts`)))).toBe(true);
});

test('tests are counted, and a file that could not run and a Jest without results count as one failed test each', () => {
  const tests = ['passed', 'passed', 'failed', 'pending'].map((status) => ({ status }));
  const results = [
    {
      files: [
        { failed: true, tests },
        { failed: true, tests: [] },
      ],
    },
    { files: undefined },
  ];
  expect(sumResults(results)).toEqual({ passed: 2, broken: 3 });
});

describe('a run that writes its results', () => {
  let folder;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'crumbtrail-run-'))));
  afterEach(() => {
    rmSync(folder, { recursive: true });
    jest.restoreAllMocks();
  });

  const run = (program) => {
    const file = join(folder, 'result.json');
    return runUntilResults(['-e', program, file], { file, exitWithinMs: 500, stdio: 'ignore' });
  };
  const WRITE = `require('node:fs').writeFileSync(process.argv[1], '{}');`;

  test('resolves to its exit code', async () => expect(await run(`${WRITE} process.exitCode = 3`)).toBe(3));

  test('is ended, and fails, when an open handle keeps it from exiting', async () => {
    const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await run(`${WRITE} setInterval(() => undefined, 60_000)`)).toBe(ENDED);
    expect(printed).toHaveBeenCalledWith(expect.stringMatching(/^ended Jest: it did not exit within 0.5 s/));
  });
});
