const { mkdtempSync, readdirSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { root } = require('../paths.js');
const { CORE_SPECS, SLOW_INTEGRATION_SPECS } = require('./core-specs.js');
const { ENDED, endToEndNames, runOfAll, runOfPackages, runUntilResults, sumResults } = require('./jest-runs.js');

const pattern = (run) => new RegExp(run.find((arg) => arg.startsWith('--testPathPatterns=')).split('=')[1]);

const endToEndFile = (name) => `/checkout/e2e/${name}.e2e.spec.ts`;
/** What `npm test` runs. */
const core = () => runOfAll({ endToEnd: CORE_SPECS, withoutIntegration: SLOW_INTEGRATION_SPECS });

test.each(endToEndNames())('the end-to-end spec %s is run when it is named, and no other with it', (name) => {
  const named = { packages: ['conductor'], others: [], files: [], endToEnd: [name] };
  for (const run of [runOfAll({ endToEnd: [name] }), runOfPackages(named)])
    expect(endToEndNames().filter((one) => pattern(run).test(endToEndFile(one)))).toEqual([name]);
});

test('a run of packages holds every spec of theirs, and of other packages those that are named', () => {
  const run = runOfPackages({ packages: ['conductor'], others: ['bus'], files: ['/bus/test/a'], endToEnd: ['turns'] });
  const files = ['services/conductor/src/decide.spec.ts', 'libs/bus/test/a.int.spec.ts', 'libs/bus/test/b.int.spec.ts'];
  expect(files.map((file) => pattern(run).test(`/checkout/${file}`))).toEqual([true, true, false]);
  expect(run.slice(0, 4)).toEqual(['--selectProjects', 'conductor', 'bus', 'e2e']);
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
  expect(files.filter((file) => pattern(core()).test(file))).toEqual([]);
});

test('npm test runs every other integration spec', () => {
  const left = integrationSpecs.filter((file) => !pattern(core()).test(file));
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
